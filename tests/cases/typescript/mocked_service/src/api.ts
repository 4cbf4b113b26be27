export interface Api {
  fetch(): string;
}

export class HttpApi implements Api {
  fetch() { return ''; }
}
