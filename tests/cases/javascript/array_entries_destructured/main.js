function home() {}
function about() {}

const routes = [
  ['/', home],
  ['/about', about],
];

function dispatch(path) {
  for (const [route, handler] of routes) {
    if (route === path) handler();
  }
  routes.forEach(([, handler], index) => handler(index));
}

dispatch('/');
dispatch('/about');
