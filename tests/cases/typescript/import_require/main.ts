import text = require('./text');
import fs = require('fs');
import Inner = Outer.Inner;

namespace Outer {
  export namespace Inner {
    export function go() {}
  }
}

function run() {
  text.clean();
  fs.existsSync('a');
  Inner.go();
}
