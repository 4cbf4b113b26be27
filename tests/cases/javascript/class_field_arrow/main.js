class Button {
  label = 'a';

  handle = () => {
    this.render();
  };

  render() {}

  wire(target) {
    target(this.handle);
  }
}

function press(callback) {
  callback();
}

const button = new Button();
button.handle();
button.wire(press);
