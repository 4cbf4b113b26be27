export abstract class Base<T> {
  save(): void {
    this.validate();
  }

  protected abstract validate(): boolean;
}
