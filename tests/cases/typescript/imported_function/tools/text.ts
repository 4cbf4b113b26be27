export interface Options {}

export function clean(text: string): string {
  return text;
}

export default (text: string) => clean(text);
