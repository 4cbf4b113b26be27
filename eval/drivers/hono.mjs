// Exercises hono: routers, context, request, middleware and helpers, by requests that never leave the process.
const lib = `${process.env.CALLMAP_COPY}/lib`;
const load = (file) => import(`${lib}/${file}.js`);

const { Hono } = await load("index");
const { HTTPException } = await load("http-exception");
const count = { done: 0, failed: 0 };

async function attempt(work) {
  try {
    await work();
    count.done++;
  } catch (error) {
    count.failed++;
    if (process.env.VERBOSE) console.error(error);
  }
}

async function ask(app, path, options) {
  const response = await app.request(path, options);
  await response.text();
  return response;
}

// the application itself
const app = new Hono();
app.use("*", async (c, next) => { c.set("user", "me"); await next(); c.header("x-after", c.get("user")); });
app.get("/", (c) => c.text("hello"));
app.get("/json", (c) => c.json({ a: c.var.user }, 201, { "x-a": "b" }));
app.get("/html", (c) => c.html("<p>hello</p>"));
app.get("/body", (c) => c.body("raw", { status: 202 }));
app.get("/redirect", (c) => c.redirect("/"));
app.get("/status", (c) => { c.status(418); c.header("x-a", "1", { append: true }); return c.newResponse("tea"); });
app.get("/user/:id/:name{[a-z]+}", (c) => c.json({ ...c.req.param(), q: c.req.query("q"), all: c.req.queries("q"), h: c.req.header("accept"), path: c.req.path, route: c.req.routePath, matched: c.req.matchedRoutes }));
app.post("/data", async (c) => c.json({ form: await c.req.parseBody({ all: true, dot: true }) }));
app.post("/data/json", async (c) => c.json({ json: await c.req.json(), text: await c.req.text() }));
app.post("/data/bytes", async (c) => { await c.req.arrayBuffer(); return c.body(await c.req.blob()); });
app.put("/put", (c) => c.text("put")).delete("/put", (c) => c.text("deleted")).patch("/put", (c) => c.text("patched")).options("/put", (c) => c.text("options"));
app.on(["PURGE", "GET"], ["/purge", "/purge/:x?"], (c) => c.text("purged"));
app.all("/all/*", (c) => c.text("all"));
app.get("/error", () => { throw new Error("on purpose"); });
app.get("/http-error", () => { throw new HTTPException(401, { message: "no" }); });
app.get("/nothing", (c) => c.notFound());
app.get("/render", (c) => { c.setRenderer((content) => c.html(`<b>${content}</b>`)); c.setLayout?.((p) => p); c.getLayout?.(); return c.render("x"); });
const child = new Hono().basePath("/v1");
child.get("/inner", (c) => c.text("inner"));
child.onError((error, c) => c.text("child " + error.message, 500));
app.route("/child", child);
app.mount("/mounted", (request) => new Response(request.url));
app.onError((error, c) => (error instanceof HTTPException ? error.getResponse() : c.text(error.message, 500)));
app.notFound((c) => c.text("nowhere", 404));
const form = new FormData();
form.append("a", "1");
form.append("a", "2");
form.append("b.c", "3");
form.append("file", new Blob(["x"]), "x.txt");
for (const [path, options] of [
  ["/"], ["/json"], ["/html"], ["/body"], ["/redirect"], ["/status"], ["/user/7/abc?q=1&q=%20b"], ["/user/7/123"], ["/data", { method: "POST", body: form }],
  ["/data/json", { method: "POST", body: '{"a":1}' }], ["/data/bytes", { method: "POST", body: "abc" }], ["/put", { method: "PUT" }], ["/put", { method: "DELETE" }], ["/purge"], ["/purge/1", { method: "PURGE" }],
  ["/all/a/b", { method: "OPTIONS" }], ["/error"], ["/http-error"], ["/nothing"], ["/render"], ["/child/v1/inner"], ["/mounted/x"], ["/no/such"], ["/", { method: "HEAD" }], ["/a%20b"],
]) await attempt(() => ask(app, path, options));
await attempt(() => app.fetch(new Request("http://localhost/json")));

// every router, with the same routes
const { RegExpRouter } = await load("router/reg-exp-router/index");
const { TrieRouter } = await load("router/trie-router/index");
const { LinearRouter } = await load("router/linear-router/index");
const { PatternRouter } = await load("router/pattern-router/index");
const { SmartRouter } = await load("router/smart-router/index");
for (const router of [() => new RegExpRouter(), () => new TrieRouter(), () => new LinearRouter(), () => new PatternRouter(), () => new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })]) {
  await attempt(async () => {
    const small = new Hono({ router: router(), strict: false });
    for (const path of ["/", "/a/:b", "/a/:b/c", "/x/*", "*", "/d/:e{[0-9]+}", "/f/:g?"]) await attempt(() => small.get(path, (c, next) => (c.req.query("next") ? next() : c.text(path))));
    for (const path of ["/", "/a/1", "/a/1/c", "/x/y/z", "/d/12", "/d/q", "/f", "/f/g/", "/a/1?next=1"]) await attempt(() => ask(small, path));
  });
}

// middleware
const middleware = async (file, name, make, requests) => attempt(async () => {
  const made = (await load(`middleware/${file}/index`))[name];
  const small = new Hono();
  small.use("*", make(made));
  small.all("/*", (c) => c.req.query("error") ? (() => { throw new Error("x"); })() : c.html("<p>" + "text ".repeat(400) + "</p>"));
  for (const [path, options] of requests) await attempt(() => ask(small, path, options));
});
const basic = { headers: { authorization: "Basic " + btoa("a:b") } };
await middleware("basic-auth", "basicAuth", (make) => make({ username: "a", password: "b" }), [["/"], ["/", basic]]);
await middleware("bearer-auth", "bearerAuth", (make) => make({ token: "t" }), [["/"], ["/", { headers: { authorization: "Bearer t" } }], ["/", { headers: { authorization: "Bearer u" } }], ["/", { headers: { authorization: "?" } }]]);
await middleware("cors", "cors", (make) => make({ origin: ["http://a"], credentials: true, maxAge: 5, exposeHeaders: ["x"] }), [["/", { headers: { origin: "http://a" } }], ["/", { method: "OPTIONS", headers: { origin: "http://a", "access-control-request-headers": "x-a" } }]]);
await middleware("csrf", "csrf", (make) => make(), [["/", { method: "POST", headers: { "content-type": "text/plain", origin: "http://b" } }], ["/"]]);
await middleware("etag", "etag", (make) => make(), [["/"], ["/", { headers: { "if-none-match": '"x", W/"y"' } }]]);
await middleware("logger", "logger", (make) => make(() => {}), [["/"], ["/?error=1"]]);
await middleware("powered-by", "poweredBy", (make) => make(), [["/"]]);
await middleware("pretty-json", "prettyJSON", (make) => make(), [["/?pretty"]]);
await middleware("request-id", "requestId", (make) => make(), [["/"], ["/", { headers: { "x-request-id": "abc" } }]]);
await middleware("secure-headers", "secureHeaders", (make) => make({ contentSecurityPolicy: { defaultSrc: ["'self'"], scriptSrc: [(c, d) => `'nonce-${d}'`] }, permissionsPolicy: { camera: ["self"], usb: false } }), [["/"]]);
await middleware("timing", "timing", (make) => make(), [["/"]]);
await middleware("timeout", "timeout", (make) => make(500), [["/"]]);
await middleware("body-limit", "bodyLimit", (make) => make({ maxSize: 3 }), [["/", { method: "POST", body: "abcdef" }], ["/", { method: "POST", body: "a", headers: { "content-length": "1" } }]]);
await middleware("compress", "compress", (make) => make({ threshold: 10 }), [["/", { headers: { "accept-encoding": "gzip" } }]]);
await middleware("trailing-slash", "trimTrailingSlash", (make) => make(), [["/a/"]]);
await middleware("trailing-slash", "appendTrailingSlash", (make) => make(), [["/a"]]);
await middleware("method-override", "methodOverride", (make) => make({ app: new Hono() }), [["/", { method: "POST", body: form }]]);
await middleware("ip-restriction", "ipRestriction", (make) => make(() => ({ remote: { address: "127.0.0.1", addressType: "IPv4" } }), { denyList: ["10.0.0.0/8", "::1"], allowList: ["127.0.0.1", "fe80::/10"] }), [["/"]]);
await middleware("language", "languageDetector", (make) => make({ supportedLanguages: ["en", "fr"], fallbackLanguage: "en" }), [["/?lang=fr"], ["/", { headers: { "accept-language": "fr;q=0.9, en;q=0.8" } }]]);
await middleware("combine", "some", (make) => make((c, next) => next(), () => { throw new Error("a"); }), [["/"]]);
await middleware("combine", "every", (make) => make((c, next) => next(), async (c, next) => { await next(); }), [["/"]]);
await middleware("combine", "except", (make) => make("/a/*", (c, next) => next()), [["/a/b"], ["/b"]]);
await middleware("context-storage", "contextStorage", (make) => make(), [["/"]]);
await attempt(async () => {
  const { sign, verify, decode } = await load("utils/jwt/index").then((module) => module.Jwt);
  for (const kind of ["HS256", "HS512"]) {
    const token = await sign({ a: 1, exp: Math.floor(Date.now() / 1000) + 60 }, "secret", kind);
    await verify(token, "secret", kind);
    decode(token);
    await middleware("jwt", "jwt", (make) => make({ secret: "secret", alg: kind }), [["/"], ["/", { headers: { authorization: `Bearer ${token}` } }], ["/", { headers: { authorization: "Bearer a.b.c" } }]]);
  }
});

// helpers
await attempt(async () => {
  const { setCookie, getCookie, deleteCookie, setSignedCookie, getSignedCookie } = await load("helper/cookie/index");
  const small = new Hono();
  small.get("/", async (c) => {
    setCookie(c, "a", "b", { path: "/", httpOnly: true, secure: true, sameSite: "Lax", maxAge: 9, expires: new Date(), prefix: "secure" });
    await setSignedCookie(c, "s", "v", "secret");
    deleteCookie(c, "a");
    return c.json([getCookie(c), getCookie(c, "x"), await getSignedCookie(c, "secret"), await getSignedCookie(c, "secret", "s")]);
  });
  await ask(small, "/", { headers: { cookie: "x=1; s=v.abc; y=%20" } });
});
await attempt(async () => {
  const { stream, streamText, streamSSE } = await load("helper/streaming/index");
  const small = new Hono();
  small.get("/a", (c) => stream(c, async (s) => { s.onAbort(() => {}); await s.write("x"); await s.sleep(1); await s.writeln("y"); }));
  small.get("/b", (c) => streamText(c, async (s) => { await s.writeln("t"); }));
  small.get("/c", (c) => streamSSE(c, async (s) => { await s.writeSSE({ data: "a\nb", event: "e", id: "1", retry: 5 }); }));
  small.get("/d", (c) => stream(c, async () => { throw new Error("x"); }, async (error, s) => { await s.write("failed"); }));
  for (const path of ["/a", "/b", "/c", "/d"]) await attempt(() => ask(small, path));
});
await attempt(async () => {
  const { html, raw } = await load("helper/html/index");
  String(await html`<p class="${"a\"b"}">${["<", raw("<b>")]}${Promise.resolve("later")}${null}${1}</p>`);
  const { accepts } = await load("helper/accepts/index");
  const { createFactory, createMiddleware } = await load("helper/factory/index");
  const { getConnInfo } = await load("adapter/service-worker/index").catch(() => ({}));
  void getConnInfo;
  const factory = createFactory({ initApp: (made) => made.use(createMiddleware((c, next) => next())) });
  const small = factory.createApp();
  small.get("/", ...factory.createHandlers((c) => c.text(accepts(c, { header: "Accept-Language", supports: ["en", "ja"], default: "en" }))));
  await ask(small, "/", { headers: { "accept-language": "ja;q=0.5,en" } });
  const { testClient } = await load("helper/testing/index");
  await (await testClient(small).index.$get()).text();
  const { showRoutes, inspectRoutes, getRouterName } = await load("helper/dev/index");
  const log = console.log;
  console.log = () => {};
  showRoutes(app, { verbose: true });
  console.log = log;
  inspectRoutes(app);
  getRouterName(app);
});
await attempt(async () => {
  const { validator } = await load("validator/index");
  const small = new Hono();
  for (const kind of ["json", "form", "query", "param", "header", "cookie"]) small.post(`/${kind}`, validator(kind, (value, c) => (value ? { value } : c.text("bad", 400))), (c) => c.json(c.req.valid(kind)));
  for (const kind of ["json", "form", "query", "param", "header", "cookie"]) await attempt(() => ask(small, `/${kind}?a=1`, { method: "POST", headers: kind === "json" ? { "content-type": "application/json" } : { cookie: "a=1" }, body: kind === "json" ? "{}" : form }));
});
await attempt(async () => {
  const { jsx, Fragment, memo, createContext, useContext } = await load("jsx/index");
  const Context = createContext("a");
  const Inner = () => jsx("i", { class: "x", style: { color: "red" } }, useContext(Context));
  const Later = async () => jsx("u", {}, "later");
  const tree = jsx(Fragment, {}, jsx(Context.Provider, { value: "b" }, jsx(Inner, {}), jsx(memo(Inner), {})), jsx(Later, {}), jsx("input", { disabled: true, value: 'a"b' }), [1, null, "t<"]);
  String(await tree.toString());
  const small = new Hono();
  const { jsxRenderer, useRequestContext } = await load("middleware/jsx-renderer/index");
  small.use(jsxRenderer(({ children }) => jsx("html", {}, children)));
  small.get("/", (c) => c.render(jsx(() => jsx("p", {}, useRequestContext().req.path), {})));
  await ask(small, "/");
  const { renderToReadableStream, Suspense } = await load("jsx/streaming");
  await new Response(renderToReadableStream(jsx(Suspense, { fallback: "wait" }, jsx(Later, {})))).text();
});
await attempt(async () => {
  const { css, cx, keyframes, Style } = await load("helper/css/index");
  const { jsx } = await load("jsx/index");
  const spin = keyframes`from { top: 0 } to { top: 1px }`;
  const red = css`color: red; animation: ${spin} 1s; &:hover { color: ${"blue"}; }`;
  String(await jsx("div", {}, jsx(Style, {}), jsx("p", { class: cx(red, css`${red} top: 0`) })).toString());
});
await attempt(async () => {
  const { hc } = await load("client/index");
  const client = hc("http://localhost", { fetch: (request, options) => app.request(request, options) });
  await client.json.$get();
  client.user[":id"][":name"].$url({ param: { id: "1", name: "b" }, query: { q: "x" } });
  await client.data.$post({ form: { a: "1" }, header: { x: "y" }, cookie: { c: "d" } });
});
console.log(`${count.done} done, ${count.failed} failed`);
