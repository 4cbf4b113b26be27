const pages = {
  home: () => import('./home.js'),
  about: () => import('./about.js'),
};

async function open(name) {
  const page = await pages[name]();
  page.render();
}

function start() {
  import('./boot.js').then(({ boot }) => boot());
  import('./boot.js').then((module) => module.default());
}

start();
open('home');
open('about');
