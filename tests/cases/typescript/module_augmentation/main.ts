import { App } from './app';
import './extend';

export function run(app: App) {
  app.start();
  app.log('a');
}
