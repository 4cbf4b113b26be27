module.exports = function ({ db, log }) {
  return {
    find() {
      log();
      return db.query();
    },
  };
};
