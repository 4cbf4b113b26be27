exports.clean = void 0;
Object.defineProperty(exports, "clean", { enumerable: true, get: function () { return pick; } });
function pick() {}
