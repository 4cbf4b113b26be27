export declare class Client {
  send(): void;
}
