export class Button {
  press() {}
}

export default class Hidden {
  press() {}
}
