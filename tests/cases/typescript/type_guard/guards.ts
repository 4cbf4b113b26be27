import { Bird } from "./main";

export interface Named {
  name(): void;
}

function made(kind: any) {
  return (pet: unknown) => pet instanceof kind;
}

export const isBird = made(Bird) as (pet: unknown) => pet is Bird;

export function isNamed(pet: unknown): pet is Named {
  return true;
}

// Says nothing of its first parameter.
export function isOld(limit: any, pet?: unknown): pet is Bird {
  return true;
}
