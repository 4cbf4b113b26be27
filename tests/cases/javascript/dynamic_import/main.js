export async function run(name) {
  const text = await import('./text.js');
  text.clean();
  const { pad } = await import('./text.js');
  pad();
  const other = await import(name);
  other.clean();
}
