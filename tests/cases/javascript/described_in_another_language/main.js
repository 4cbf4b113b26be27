class Widget {
  value = make();

  show() {
    return this.value();
  }
}

function make() {
  return () => 1;
}

const widget = new Widget();
widget.value();
widget.value = make;
widget.show();
