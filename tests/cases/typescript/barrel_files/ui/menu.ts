export default class Menu {
  show() {}
}

export const toggle = () => {};
