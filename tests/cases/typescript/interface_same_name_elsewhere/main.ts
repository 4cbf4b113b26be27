import { Plugin } from './audio';

export function load(plugin: Plugin) {
  plugin.start();
}
