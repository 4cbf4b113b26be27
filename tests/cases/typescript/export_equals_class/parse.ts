function parse(text: string) {}

namespace parse {
  export function strict(text: string) {
    parse(text);
  }
}

export = parse;
