export const render = () => {};
