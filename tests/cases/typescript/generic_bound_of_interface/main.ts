interface Inner<Out = unknown> {
  run(input: number): void;
  out: Out;
}

interface TextInner extends Inner<string> {
  pattern: string;
}

interface Schema<Out = unknown, In extends Inner<Out> = Inner<Out>> {
  inner: In;
}

interface TextSchema extends Schema<string, TextInner> {}

function text(made: TextSchema) {
  made.inner.run = (input) => {};
}

function use(schema: Schema) {
  schema.inner.run(1);
}

function useAny<T extends Schema>(schema: T) {
  schema.inner.run(2);
}
