function first() {}
function second() {}

export function choose(flag) {
  return flag ? first : second;
}
