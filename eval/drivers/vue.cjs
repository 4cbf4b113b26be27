// Exercises Vue's runtime-core: a renderer over plain objects, and components that use most of what it offers.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const lib = path.join(process.env.CALLMAP_COPY, "lib");
const vue = require(path.join(lib, fs.readdirSync(lib).find((file) => file.endsWith("cjs.js"))));
const { h, ref, reactive, computed, nextTick } = vue;

const detach = (node) => {
  if (node.parent) node.parent.children.splice(node.parent.children.indexOf(node), 1);
  node.parent = null;
};
const make = (type, text) => ({ type, text, props: {}, children: [], parent: null });
const host = {
  createElement: (type) => make(type),
  createText: (text) => make("#text", text),
  createComment: (text) => make("#comment", text),
  setText: (node, text) => void (node.text = text),
  setElementText: (node, text) => void (node.children = text ? [make("#text", text)] : []),
  parentNode: (node) => node.parent,
  nextSibling: (node) => (node.parent ? node.parent.children[node.parent.children.indexOf(node) + 1] || null : null),
  querySelector: () => target,
  setScopeId: (node, id) => void (node.props[id] = ""),
  cloneNode: (node) => ({ ...node }),
  insert(node, parent, anchor) {
    detach(node);
    const at = anchor ? parent.children.indexOf(anchor) : parent.children.length;
    parent.children.splice(at, 0, node);
    node.parent = parent;
  },
  insertStaticContent: (content, parent) => {
    const node = make("static", content);
    host.insert(node, parent);
    return [node, node];
  },
  remove: detach,
  patchProp: (node, key, before, after) => void (node.props[key] = after),
};
const target = make("target");
const { render, createApp } = vue.createRenderer(host);
const count = { done: 0, failed: 0 };

async function attempt(work) {
  try {
    await work();
    await nextTick();
    count.done++;
  } catch (error) {
    count.failed++;
    if (process.env.VERBOSE) console.error(error);
  }
}

async function show(component, props, changes = []) {
  const root = make("root");
  const app = createApp(component, props);
  app.config.warnHandler = () => {};
  app.config.errorHandler = () => {};
  const instance = app.mount(root);
  await nextTick();
  for (const change of changes) {
    await change(instance);
    await nextTick();
  }
  app.unmount();
  return root;
}

const warn = console.warn;
console.warn = process.env.VERBOSE ? warn : () => {};

const lists = [["a", "b", "c", "d"], ["d", "a", "e", "b"], ["e"], [], ["x", "a", "b", "c"], ["a", "q", "c", "b", "x", "z"]];

async function main() {
  await attempt(async () => {
    const items = ref(lists[0]);
    const keyed = () => h("ul", items.value.map((item) => h("li", { key: item }, item)));
    await show({ render: keyed }, null, lists.map((list) => () => void (items.value = list)));
    const plain = () => h("ul", items.value.map((item) => h("li", item)));
    await show({ render: plain }, null, lists.map((list) => () => void (items.value = list)));
    const blocks = () => (vue.openBlock(), vue.createElementBlock("div", { class: "x" }, [
      (vue.openBlock(true), vue.createElementBlock(vue.Fragment, null, vue.renderList(items.value, (item) => (vue.openBlock(), vue.createElementBlock("p", { key: item }, vue.toDisplayString(item), 1))), 128)),
      vue.createElementVNode("b", { title: items.value.length }, null, 8, ["title"]), vue.createTextVNode("t"), vue.createCommentVNode("c", true), vue.createStaticVNode("<i></i>", 1),
    ]));
    await show({ render: blocks }, null, lists.map((list) => () => void (items.value = list)));
  });
  await attempt(async () => {
    const root = make("root");
    render(h("div", { onClick: () => {}, style: { a: 1 }, class: ["a", { b: true }], ref: () => {} }, [h("p"), "text", null, [h("i")]]), root);
    render(h("p", "other"), root);
    render(h(vue.Fragment, [h("a"), h(vue.Text, "t"), h(vue.Comment, "c"), h(vue.Static, "s")]), root);
    render(vue.cloneVNode(h("a", { id: 1 }), vue.mergeProps({ class: "x", onA() {} }, { class: "y", onA() {}, style: "a:b" }), true), root);
    render(null, root);
    vue.isVNode(vue.createVNode(vue.createVNode("a"), { b: 1 }));
  });
  await attempt(() => {
    const Child = vue.defineComponent({
      name: "Child",
      inheritAttrs: false,
      props: { size: { type: Number, required: true, validator: (value) => value > 0 }, label: { type: [String, Array], default: () => "none" }, flag: Boolean },
      emits: { change: (value) => value !== 2, "update:size": null },
      setup(props, { slots, emit, attrs, expose }) {
        const key = vue.inject("key", "default");
        vue.inject("made", () => "x", true);
        vue.useAttrs();
        vue.useSlots();
        const id = vue.useId();
        const element = vue.useTemplateRef("element");
        expose({ go: () => emit("change", 1) });
        for (const hook of ["onBeforeMount", "onMounted", "onBeforeUpdate", "onUpdated", "onBeforeUnmount", "onUnmounted", "onRenderTracked", "onRenderTriggered", "onErrorCaptured", "onActivated", "onDeactivated", "onServerPrefetch"]) vue[hook](() => {});
        vue.watch(() => props.size, (value, old, clean) => clean(() => emit("update:size", value)), { immediate: true });
        vue.watchEffect(() => void props.size);
        vue.watchPostEffect(() => void element.value);
        vue.watchSyncEffect((clean) => clean(() => {}));
        return () => h("section", { ref: "element", id, ...attrs }, [props.label, key, props.size, slots.default?.({ size: props.size }), slots.named ? vue.renderSlot(slots, "named", {}, () => [h("i")]) : null]);
      },
    });
    const size = ref(1);
    const flag = ref(true);
    const child = ref();
    const Parent = {
      components: { Child },
      provide() { return { made: 1 }; },
      setup() {
        vue.provide("key", "value");
        return () => h("div", [h(Child, { ref: child, size: size.value, flag: "", onChange: [() => {}, () => {}], onVnodeMounted() {}, class: "c" }, { default: ({ size: given }) => [h("b", given)], ...(flag.value ? { named: () => "n" } : {}) })]);
      },
    };
    return show(Parent, null, [() => void (size.value = 3), () => child.value.go(), () => void (flag.value = false), () => void (size.value = -1)]);
  });
  await attempt(() => show({
    name: "Options",
    props: ["start"],
    mixins: [{ data: () => ({ mixed: 1 }), created() {}, methods: { inMixin() { return 1; } } }],
    extends: { computed: { base() { return 1; } }, mounted() {} },
    data() { return { n: this.start || 0, deep: { a: [1] } }; },
    computed: { twice() { return this.n * 2; }, both: { get() { return this.n; }, set(value) { this.n = value; } } },
    watch: { n: ["onN", function () {}], "deep.a": { handler() {}, deep: true, immediate: true }, twice: "onN" },
    methods: { onN() { this.inMixin(); }, add() { this.n++; this.$emit("added", this.n); } },
    inject: { from: { from: "nothing", default: 5 } },
    beforeCreate() {}, created() { this.$watch("n", () => {}); this.$watch(() => this.twice, () => {}, { flush: "sync" }); }, beforeMount() {}, beforeUpdate() {}, updated() { this.$nextTick(() => {}); }, beforeUnmount() {}, unmounted() {}, errorCaptured() {},
    render() { return h("p", { onClick: this.add }, [this.n, this.twice, this.from, this.$attrs.x, this.$props.start, this.$parent, this.$root && 1, this.$refs.x, this.$slots.default]); },
  }, { start: 2 }, [(it) => it.add(), (it) => void (it.both = 9), (it) => void it.deep.a.push(2), (it) => it.$forceUpdate(), (it) => void (it.nothing = 1)]));
  await attempt(() => {
    const which = ref("A");
    const A = { name: "A", setup: () => (vue.onActivated(() => {}), vue.onDeactivated(() => {}), () => h("a")) };
    const B = { name: "B", setup: () => () => h("b") };
    return show({ render: () => h(vue.KeepAlive, { include: which.value === "B" ? /B/ : ["A", "B"], max: 2 }, () => h(which.value === "A" ? A : B)) }, null, [() => void (which.value = "B"), () => void (which.value = "A"), () => void (which.value = "B")]);
  });
  await attempt(() => {
    const off = ref(false);
    return show({ render: () => h(vue.Teleport, { to: off.value ? "#other" : target, disabled: off.value }, [h("p", String(off.value))]) }, null, [() => void (off.value = true), () => void (off.value = false)]);
  });
  await attempt(() => {
    const Later = { async setup() { await Promise.resolve(); return () => h("u"); } };
    const Lazy = vue.defineAsyncComponent({ loader: () => new Promise((done) => setTimeout(() => done({ default: { render: () => h("lazy") } }), 2)), loadingComponent: { render: () => h("wait") }, delay: 0, timeout: 500 });
    const Broken = vue.defineAsyncComponent({ loader: () => Promise.reject(new Error("x")), errorComponent: { render: () => h("broken") }, onError: (error, retry, fail, attempts) => (attempts < 2 ? retry() : fail()) });
    const n = ref(0);
    const wait = () => new Promise((done) => setTimeout(done, 12));
    return show({ render: () => h("div", [h(vue.Suspense, { onPending() {}, onResolve() {}, onFallback() {} }, { default: () => h("div", [h(n.value ? Lazy : Later), n.value]), fallback: () => h("wait") }), h(Lazy), h(Broken)]) }, null, [wait, () => void n.value++, wait, wait]);
  });
  await attempt(() => {
    const on = ref(true);
    const hooks = { onBeforeEnter() {}, onEnter: (el, done) => done(), onAfterEnter() {}, onBeforeLeave() {}, onLeave: (el, done) => setTimeout(done, 1), onAfterLeave() {}, onEnterCancelled() {}, onLeaveCancelled() {} };
    return show({ render: () => h(vue.BaseTransition, { mode: "out-in", appear: true, ...hooks }, () => (on.value ? h("a", { key: 1 }) : h("b", { key: 2 }))) }, null, [() => void (on.value = false), () => new Promise((done) => setTimeout(done, 5)), () => void (on.value = true), () => void (on.value = false)]);
  });
  await attempt(() => {
    const n = ref(0);
    const vFocus = { created() {}, beforeMount() {}, mounted() {}, beforeUpdate() {}, updated() {}, beforeUnmount() {}, unmounted() {} };
    return show({ directives: { focus: vFocus }, render: () => vue.withDirectives(h("input", { value: n.value }), [[vFocus, n.value, "arg", { mod: true }], [vue.resolveDirective("focus")], [() => {}]]) }, null, [() => void n.value++]);
  });
  await attempt(async () => {
    const root = make("root");
    const app = createApp({ render: () => h("div", [h(vue.resolveComponent("Global")), h(vue.resolveDynamicComponent("div"))]) });
    app.use({ install: (made, option) => made.provide("p", option) }, 1).use(() => {}).component("Global", { render: () => h("g") }).directive("d", {}).mixin({ created() {} }).provide("q", 2);
    app.config.globalProperties.$g = 1;
    app.onUnmount(() => {});
    app.runWithContext(() => vue.inject("q"));
    app.config.errorHandler = () => {};
    app.mount(root);
    app.unmount();
  });
  await attempt(() => show({
    errorCaptured: () => false,
    render: () => h({ setup() { vue.onMounted(() => { throw new Error("x"); }); return () => h("p"); } }),
  }));
  await attempt(() => show({ setup() { throw new Error("y"); } }));
  await attempt(() => {
    const state = reactive({ a: { b: 1 }, list: [1] });
    const total = computed(() => state.a.b + state.list.length);
    const seen = [];
    const stop = vue.watch([total, () => state.a], ([value]) => seen.push(value), { deep: true, flush: "pre" });
    vue.watch(state, () => {}, { once: true });
    state.a.b++;
    state.list.push(2);
    return nextTick().then(() => { stop(); stop.pause?.(); });
  });
  await attempt(() => {
    const model = ref(1);
    const Field = { props: { modelValue: {}, modelModifiers: {} }, emits: ["update:modelValue"], setup(props) { const value = vue.useModel(props, "modelValue", { get: (given) => given, set: (given) => given }); return () => h("input", { value: value.value, onInput: () => void value.value++ }); } };
    let vnode;
    return show({ render: () => (vnode = h(Field, { modelValue: model.value, "onUpdate:modelValue": (value) => void (model.value = value) })) }, null, [() => vnode.component.subTree.props.onInput()]);
  });
  await attempt(() => {
    const Functional = (props, { slots, emit, attrs }) => [h("f", { ...attrs }, props.a), slots.default?.()];
    Functional.props = ["a"];
    Functional.emits = ["e"];
    const a = ref(1);
    return show({ render: () => h(Functional, { a: a.value, class: "k", onE() {} }, () => "slot") }, null, [() => void a.value++]);
  });
  await attempt(() => {
    const n = ref(0);
    const render = function (_, cache) { return vue.withMemo([n.value > 1], () => h("memo", n.value), cache, 0); };
    vue.createSlots({ a: () => [] }, [{ name: "b", fn: () => [], key: "0" }, null]);
    vue.toHandlers({ click() {} });
    vue.withCtx(() => 1, null);
    vue.mergeDefaults(["a"], { a: 1 });
    vue.mergeModels(["a"], ["b"]);
    vue.createPropsRestProxy({ a: 1, b: 2 }, ["a"]);
    vue.camelize("a-b");
    vue.normalizeClass(["a"]);
    vue.queuePostFlushCb(() => {});
    vue.registerRuntimeCompiler(() => {});
    vue.getCurrentInstance();
    return show({ render }, null, [() => void n.value++, () => void n.value++]);
  });
  await attempt(() => show({ __scopeId: "data-v-1", name: "Recursive", props: ["depth"], render() { return this.depth ? h(vue.resolveComponent("Recursive"), { depth: this.depth - 1 }) : h("end"); } }, { depth: 2 }));
  console.log(`${count.done} done, ${count.failed} failed`);
}

main();
