class Session {
  close() {}
}

class Door {
  close() {}
}

class Pool {
  private sessions = new Map<string, Session>();
  readonly doors: Map<string, Door> = new Map();

  drop(id: string) {
    this.sessions.get(id)!.close();
    this.sessions.get(id)?.close();
  }

  all() {
    for (const session of this.sessions.values()) session.close();
    for (const [, door] of this.doors) door.close();
  }
}

new Pool().drop('a');
