"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return mod;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.run = void 0;
const text_1 = __importDefault(require("./text"));
const tools_1 = require("./tools");
function run() {
    text_1.default();
    (0, tools_1.clean)();
}
exports.run = run;
