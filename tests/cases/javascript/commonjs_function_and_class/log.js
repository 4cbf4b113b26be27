function log() {}
log.warn = () => log();
module.exports = log;
