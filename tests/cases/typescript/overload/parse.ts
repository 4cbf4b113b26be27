export function parse(text: string): void;
export function parse(data: number): void;
export function parse(input: unknown): void {
  check(input);
}

function check(input: unknown) {}
