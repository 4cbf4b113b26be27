export function css() {}

class Styled {
  button() {}
}

export default new Styled();
