__exportStar(require("./inner"), exports);
