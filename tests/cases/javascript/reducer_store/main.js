function createStore(reducer) {
  let state = reducer(undefined, {});
  const listeners = [];
  return {
    dispatch(action) {
      state = reducer(state, action);
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => listeners.push(listener),
  };
}

const count = (state = 0, action) => (action.type ? state + 1 : state);

function render() {}

const store = createStore(count);
store.subscribe(render);
store.dispatch({ type: 'add' });
