import * as tools from "./tools.mjs";

for (const tool of Object.values(tools)) {
  tool();
}
