export function run(text: string, items: Map<string, number>, element: HTMLElement) {
  text.trim();
  items.get('a');
  element.focus();
  console.log(text);
  Object.keys({}).map((key) => key);
}

function focus() {}
