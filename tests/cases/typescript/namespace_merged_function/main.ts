function format(text: string) {
  return format.pad(text);
}

namespace format {
  export function pad(text: string) {
    return trim(text);
  }

  function trim(text: string) {
    return text;
  }

  export class Options {
    check() {}
  }
}

format('a');
format.pad('b');
new format.Options().check();
