function describe() {
  return this.name();
}

const cat = { describe, name() {} };
const dog = { describe, name: () => {} };
const bird = { name() {} };

cat.describe();
dog.describe();
