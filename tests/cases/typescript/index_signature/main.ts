class Command {
  execute() {}
}

interface Table {
  [name: string]: Command;
}

export function run(table: Table, record: Record<string, Command>, name: string) {
  table[name].execute();
  table.help.execute();
  record[name]?.execute();
  Object.values(record).forEach((command) => command.execute());
}
