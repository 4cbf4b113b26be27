interface Logger {
  log(text: string): void;
}

const quiet: Logger = {
  log() {},
};

const loud = {
  log(text: string) {},
};

const stranger = { log() {} };

function run(logger: Logger) {
  logger.log('a');
}

run(quiet);
run(loud);
