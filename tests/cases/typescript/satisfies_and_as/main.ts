class Admin {
  ban() {}
}

type Handler = () => void;

const routes = {
  home: () => {},
  users() {},
} satisfies Record<string, Handler>;

function load(): unknown {
  return new Admin();
}

function run() {
  routes.home();
  routes.users();
  (load() as Admin).ban();
  (<Admin>load()).ban();
}

run();
