import trim, { clean, type Options } from './tools/text';

export function run(options: Options) {
  clean('a');
  trim('a');
}
