module.exports = class Animal {
  constructor() {}
  speak() {}
};
