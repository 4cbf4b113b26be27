import { Api } from './api';

export class Service {
  constructor(private api: Api) {}

  load() {
    return this.api.fetch();
  }
}
