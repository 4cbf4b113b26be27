import { Box, Plugin } from './box';

export function run(box: Box, plugin: Plugin) {
  box.open();
  box.close();
  box.named();
  Box.create();
  plugin.start();
  plugin.stop();
}
