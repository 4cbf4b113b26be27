class Page {
  print() {}
}

function* pages(): Generator<Page> {
  yield new Page();
}

export async function run(all: Iterable<Page>, stream: AsyncIterable<Page>) {
  for (const page of pages()) page.print();
  for (const page of all) page.print();
  for await (const page of stream) page.print();
}

run(pages(), (async function* () {})());
