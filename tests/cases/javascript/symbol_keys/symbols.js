exports.draw = Symbol("draw");
