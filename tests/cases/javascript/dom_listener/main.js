function clicked() {}

class Panel {
  handleEvent() {}

  wire() {
    document.addEventListener('click', clicked);
    window.addEventListener('resize', this);
    document.body.addEventListener('key', () => this.close());
  }

  close() {}
}

new Panel().wire();
