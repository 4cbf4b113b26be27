use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Not};

#[derive(Clone, Copy)]
struct Vector(i32);

impl Vector {
    fn not(&self) -> bool {
        false
    }

    fn length(&self) -> i32 {
        self.0
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector(self.0 + other.0)
    }
}

impl Mul<Vector> for Vector {
    type Output = Vector;
    fn mul(self, other: Vector) -> Vector {
        Vector(self.0 * other.0)
    }
}

impl Mul<Scale> for Vector {
    type Output = Vector;
    fn mul(self, other: Scale) -> Vector {
        Vector(self.0 * other.by)
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector(-self.0)
    }
}

impl AddAssign for Vector {
    fn add_assign(&mut self, other: Vector) {
        self.0 += other.0;
    }
}

impl PartialEq for Vector {
    fn eq(&self, other: &Vector) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Vector {
    fn partial_cmp(&self, other: &Vector) -> Option<Ordering> {
        None
    }
}

struct Scale {
    by: i32,
}

struct Rows {
    rows: Vec<Vector>,
}

impl Rows {
    fn add(&mut self, row: Vector) {
        self.rows.push(row);
    }
}

impl Index<usize> for Rows {
    type Output = Vector;
    fn index(&self, at: usize) -> &Vector {
        &self.rows[at]
    }
}

impl IndexMut<usize> for Rows {
    fn index_mut(&mut self, at: usize) -> &mut Vector {
        &mut self.rows[at]
    }
}

fn sums(a: Vector, b: Vector) -> i32 {
    let sum = a + b;
    (sum + a).length()
}

fn products(a: Vector, scale: Scale) -> Vector {
    -(a * scale)
}

fn squares(a: Vector) -> Vector {
    a * a
}

fn compares(a: Vector, b: Vector) -> bool {
    a == b && a < b
}

fn grows(mut a: Vector, b: Vector) {
    a += b;
}

fn negates(flag: bool) -> bool {
    !flag
}

fn reads(rows: &Rows, at: usize) -> i32 {
    let row = &rows[at];
    rows[at].0
}

fn writes(rows: &mut Rows, row: Vector) {
    rows[0] = row;
}

fn changes(rows: &mut Rows) {
    rows[0].0 = 3;
}

struct Steps {
    left: usize,
}

impl Iterator for Steps {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        None
    }
}

impl IntoIterator for Rows {
    type Item = Vector;
    type IntoIter = Steps;
    fn into_iter(self) -> Steps {
        Steps { left: 1 }
    }
}

fn loops(steps: Steps, rows: Rows) {
    for step in steps {
        println!("{}", step);
    }
    for row in rows {}
}

fn matches(rows: &mut Rows) {
    if let Vector(ref mut first) = rows[0] {
        *first = 1;
    }
    *rows[1].0 = 2;
}
