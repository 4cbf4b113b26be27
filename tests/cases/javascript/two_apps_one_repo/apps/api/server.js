export function start(config) {
  config.load();
}
