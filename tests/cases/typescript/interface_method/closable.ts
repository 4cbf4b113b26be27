export interface Closable {
  closed(): boolean;
}
