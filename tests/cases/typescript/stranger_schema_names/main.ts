import { z } from 'zod';
import { string, record } from './text';

const user = z.object({ name: z.string(), tags: z.record(z.string()) });

export type User = z.infer<typeof user>;

export function parse(data: unknown): User {
  string();
  return user.parse(data);
}

parse({});
