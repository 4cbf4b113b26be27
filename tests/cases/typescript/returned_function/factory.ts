class Engine {
  run() {}
}

export const create = (): Engine => build();

function build(): any {}
