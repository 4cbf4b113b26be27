function css(strings, ...holes) {
  return holes.map((hole) => hole({}));
}

function tag(name) {
  return (strings) => render(name, strings);
}

function render() {}
const color = () => 'red';

css`a: ${color};`;
const div = tag('div');
div`text`;
