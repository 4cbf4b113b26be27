import { Injectable } from '@nestjs/common';
import { log, tagged } from './decorators';

@Injectable()
@tagged('service')
export class Service {
  @log
  run() {}

  go() {
    this.run();
  }
}

export function use(service: Service) {
  service.go();
}
