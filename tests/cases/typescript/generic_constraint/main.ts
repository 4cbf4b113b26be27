import { Model } from './model';

export function save<T extends Model>(model: T): T {
  model.validate();
  return model;
}

export class Repository<M extends Model> {
  constructor(private model: M) {}

  run() {
    this.model.validate();
  }
}

export function unbound<T>(thing: T) {
  thing.validate();
}
