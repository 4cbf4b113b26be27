const hooks = [];

export function onSave(hook) {
  hooks.push(hook);
}

export function save(item) {
  hooks.forEach((hook) => hook(item));
}
