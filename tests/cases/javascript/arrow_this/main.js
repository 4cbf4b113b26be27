class Timer {
  tick = () => {
    this.show();
  };

  start(list) {
    setTimeout(() => this.show());
    list.forEach(function () {
      this.show();
    });
    list.forEach(function () {
      this.show();
    }, this);
    const bound = function () {
      this.show();
    }.bind(this);
  }

  show() {}
}
