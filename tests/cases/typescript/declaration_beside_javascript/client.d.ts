export declare class Client {
  send(): void;
}

export declare function connect(url: string): Client;
