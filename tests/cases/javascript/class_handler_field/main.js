class Button {
  constructor(handler) {
    this.handler = handler;
  }

  click() {
    this.handler();
  }
}

class Link {
  constructor(handler) {
    this.handler = handler;
  }

  click() {
    return this.handler;
  }
}

function save() {}
function open() {}

new Button(save).click();
new Link(open).click();
