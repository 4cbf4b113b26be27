// No semicolons: the type arguments of one member and the type parameters of the next look alike.
interface Make {
  (name: string): void
  <T>(name: string, made: T): Array<T>
  // with a comment between
  <T extends (key: string) => void>(made: T): T
  /**
   * with a longer one
   */
  <
    K,
    V,
  >(key: K, value: V): Map<K, V>
  with: string
}

const make: Make = function (name: string) {
  return clean(name)
} as any

export const run = () => make("a")

function clean(name: string): string {
  return each(
    // generic, and no signature
    <T>(one: T) => trim(one),
    name,
  )
}

function each(run: (one: string) => string, name: string): string {
  return run(name)
}

const trim =
  <T>(one: T): string => shorten(one)

function shorten(one: unknown): string {
  return `${one}`
}
