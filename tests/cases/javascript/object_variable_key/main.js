const handlers = {
  add() {},
  remove: () => {},
};

const others = {
  add() {},
};

function dispatch(action) {
  return handlers[action.type](action);
}

function guarded(type) {
  const handler = handlers[type];
  if (handler) handler();
}

dispatch({ type: 'add' });
dispatch({ type: 'remove' });
guarded('add');
guarded('remove');
