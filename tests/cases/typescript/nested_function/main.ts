export function outer(): void {
  function inner(): void {}
  const twice = async (): Promise<void> => inner();
  inner();
  twice();
}

function inner() {}
