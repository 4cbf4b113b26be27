class Row {
  show() {}
}

function query(sql, done) {
  setTimeout(() => done(null, new Row()), 1);
}

function run() {
  query('a', (error, row) => {
    if (error) throw error;
    row.show();
  });
}

run();
