const actions = {
  add() {},
  remove: () => {},
};

const others = { add() {} };

type Action = keyof typeof actions;

function dispatch(name: Action) {
  actions[name]();
}

function typed(api: typeof actions) {
  api.add();
}

dispatch('add');
dispatch('remove');
typed(actions);
