export function first() {}
export function second() {}
function hidden() {}
