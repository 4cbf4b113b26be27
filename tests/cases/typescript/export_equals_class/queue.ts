class Queue {
  push(item: number) {
    this.grow();
  }

  private grow() {}
}

export = Queue;
