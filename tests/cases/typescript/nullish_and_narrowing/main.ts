class Remote {
  load() {}
}

class Local {
  load() {}
}

function pick(remote?: Remote): Remote | Local {
  return remote ?? new Local();
}

function run(remote: Remote | undefined) {
  pick(remote).load();
  if (!remote) return;
  remote.load();
}

function flag(on: boolean) {
  const source = on ? new Remote() : new Local();
  source.load();
}

run(new Remote());
flag(true);
