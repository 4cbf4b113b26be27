declare module 'database' {
  export function connect(): void;
}

declare function legacy(): void;
