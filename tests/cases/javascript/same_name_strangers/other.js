export function save() {}
export function remove() {}

export class Record {
  save() {}
}
