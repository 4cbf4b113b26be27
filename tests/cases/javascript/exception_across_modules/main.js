import { work } from "./tool.js";

try {
  work();
} catch (error) {
  error.report();
}
