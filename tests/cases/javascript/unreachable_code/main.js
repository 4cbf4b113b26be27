function live() {}
function dead() {}

function returned() {
  return declared();
  dead();
  function declared() {
    live();
  }
}

function thrown(flag) {
  if (flag) {
    throw new Error();
    dead();
  }
  live();
}

function looped(list) {
  for (const each of list) {
    if (each) break;
    live();
    continue;
    dead();
  }
  switch (list.length) {
    case 1:
      live();
      break;
      dead();
    default:
      live();
  }
}

if (false) {
  dead();
} else {
  live();
}
if (true) live();
else dead();

returned();
thrown(false);
looped([0]);
