import { App } from './app';

declare module './app' {
  interface App {
    log(text: string): void;
  }
}

App.prototype.log = function (text) {
  this.start();
};
