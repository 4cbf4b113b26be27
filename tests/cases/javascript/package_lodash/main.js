import _ from "lodash";
import mixin from "merge-descriptors";

function each(item) {}
function save() {}

_.forEach([1], each);
const later = _.debounce(save);
later();

const proto = {
  init() {},
};
const app = {};
mixin(app, proto, false);
app.init();
