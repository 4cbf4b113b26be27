export function start() {}
export function stop() {}
