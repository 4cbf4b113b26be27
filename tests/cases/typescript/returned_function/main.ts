import { create } from './factory';

export async function run() {
  create().run();
  const made = create();
  made.run();
  (await later()).run();
}

async function later(): Promise<ReturnType<typeof create>> {
  return create();
}
