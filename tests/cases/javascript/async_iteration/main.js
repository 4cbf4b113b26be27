class Page {
  print() {}
}

class Book {
  async *[Symbol.asyncIterator]() {
    yield new Page();
  }
}

async function read(book) {
  for await (const page of book) {
    page.print();
  }
}

read(new Book());
