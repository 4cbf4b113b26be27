const Base = require('./base');

function Child() {
  Base.call(this, 'child');
}
Child.prototype = Object.create(Base.prototype);
Child.prototype.hook = function () {};

new Child().run();
