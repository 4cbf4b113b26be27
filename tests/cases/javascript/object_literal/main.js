function send() {}

const api = {
  get() {
    return this.request();
  },
  request: () => send(),
  nested: { deep() {} },
  send,
};

function run() {
  api.get();
  api.nested.deep();
  api.send();
  api['request']();
}
