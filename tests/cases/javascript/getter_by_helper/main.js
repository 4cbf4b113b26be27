import { defineGetter } from "./helper.js";

const request = {
  header(name) {},
};

defineGetter(request, "protocol", function protocol() {
  return this.header("protocol");
});
defineGetter(request, "secure", function secure() {
  return this.protocol;
});

request.secure;

function length() {
  return 1;
}

const list = {};
Object.defineProperty(list, "length", { get: length });
list.length;
