const store = (function () {
  const items = [];

  function check(item) {
    return item;
  }

  function add(item) {
    items.push(check(item));
  }

  return {
    add,
    clear: function () {
      items.length = 0;
    },
  };
})();

store.add(1);
store.clear();
