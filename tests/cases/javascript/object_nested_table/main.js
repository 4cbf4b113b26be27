const actions = {
  user: {
    create() {},
    remove() {},
  },
  post: {
    create() {},
  },
};

function run(kind) {
  actions.user.create();
  actions[kind].create();
}

function remove(verb) {
  actions.user[verb]();
}

run('user');
run('post');
remove('create');
remove('remove');
