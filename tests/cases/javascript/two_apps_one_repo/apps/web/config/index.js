export const config = {
  load() {},
};
