export function parse(text) {
  const node = make(text);
  return { type: 'Program', body: [node] };
}
function make(text) {
  const node = {};
  node.type = 'Text';
  return node;
}
