// Exercises express: an application with routes, middleware, views, files and every method of request and response.
"use strict";

const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");

const express = require(path.join(process.env.CALLMAP_COPY, "lib", "express.js"));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "driver-"));
fs.writeFileSync(path.join(folder, "page.txt"), "a page\n");
fs.writeFileSync(path.join(folder, "hello.tpl"), "hello $name");

const app = express();
app.engine("tpl", (file, options, done) => fs.readFile(file, "utf8", (error, text) => done(error, text && text.replace("$name", options.name))));
app.set("views", folder);
app.set("view engine", "tpl");
app.set("trust proxy", "loopback");
app.set("query parser", "extended");
app.enable("view cache");
app.disable("x-powered-by");
app.enabled("etag");
app.disabled("etag");
app.locals.name = "you";
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use(express.text(), express.raw());
app.use("/static", express.static(folder));
app.param("id", (request, response, next) => next());

const requests = [];
const route = (name, handle, options = {}) => {
  app.get(`/${name}`, handle);
  requests.push({ path: `/${name}`, ...options });
};
route("send", (request, response) => response.send("<p>text</p>"));
route("buffer", (request, response) => response.send(Buffer.from("bytes")));
route("object", (request, response) => response.send({ a: 1 }));
route("json", (request, response) => response.status(201).json({ a: "<b>" }));
route("jsonp", (request, response) => response.jsonp({ a: 1 }), { query: "?callback=done" });
route("status", (request, response) => response.sendStatus(204));
route("links", (request, response) => response.links({ next: "/2", last: ["/8", "/9"] }).end());
route("file", (request, response, next) => response.sendFile(path.join(folder, "page.txt"), next));
route("rooted", (request, response) => response.sendFile("page.txt", { root: folder, headers: { "x-a": "b" } }));
route("missing", (request, response) => response.sendFile(path.join(folder, "none.txt"), (error) => response.end(String(error))));
route("download", (request, response) => response.download(path.join(folder, "page.txt"), "name.txt"));
route("attachment", (request, response) => response.attachment("a.png").type("txt").send("x"));
route("format", (request, response) => response.format({ text: () => response.send("t"), json: () => response.send({}), default: () => response.send("d") }));
route("format-json", (request, response) => response.format({ json: () => response.send({}) }), { headers: { accept: "image/png" } });
route("headers", (request, response) => response.set({ "x-a": "1" }).append("x-a", "2").header("x-b", "3").vary("Accept").send(response.get("x-b")));
route("content-type", (request, response) => response.set("Content-Type", "text/plain").send("x"));
route("cookies", (request, response) => response.cookie("a", { b: 1 }, { maxAge: 900 }).clearCookie("c").end());
route("signed", (request, response) => { request.secret = "s"; response.cookie("a", "b", { signed: true }).end(); });
route("redirect", (request, response) => response.redirect("/send"));
route("redirect-back", (request, response) => response.redirect(302, "/send"), { headers: { accept: "text/plain" } });
route("location", (request, response) => response.location("/a b").end());
route("render", (request, response) => response.render("hello", { name: "me" }));
route("render-again", (request, response, next) => response.render("hello.tpl", (error, text) => (error ? next(error) : response.send(text))));
route("render-missing", (request, response) => response.render("nothing", (error) => response.send(String(error))));
route("error", () => { throw new Error("on purpose"); });
route("request", (request, response) => response.json({
  get: request.get("Referrer"), accepts: [request.accepts("json", "html"), request.acceptsEncodings("gzip"), request.acceptsCharsets("utf-8"), request.acceptsLanguages("en")],
  range: request.range(100), query: request.query, is: request.is("json"), protocol: request.protocol, secure: request.secure, ip: request.ip, ips: request.ips,
  subdomains: request.subdomains, path: request.path, host: request.host, hostname: request.hostname, fresh: request.fresh, stale: request.stale, xhr: request.xhr,
}), { query: "?a[b]=1", headers: { range: "bytes=0-5", "x-forwarded-proto": "https", "x-forwarded-host": "a.b.example.com", "x-forwarded-for": "10.0.0.1", "if-none-match": "x" } });

app.post("/body", (request, response) => response.json(request.body));
requests.push({ path: "/body", method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } });
app.route("/user/:id").get((request, response) => response.send(request.params.id)).put((request, response) => response.end());
requests.push({ path: "/user/7" }, { path: "/user/7", method: "PUT" }, { path: "/send", method: "HEAD" }, { path: "/static/page.txt" }, { path: "/nowhere" });
app.all("/all", (request, response) => response.send("all"));
requests.push({ path: "/all", method: "DELETE" });

const child = express();
child.on("mount", () => child.path());
child.get("/inner", (request, response) => response.send(child.path() + request.baseUrl));
child.set("etag", "strong");
app.use("/child", child);
requests.push({ path: "/child/inner" });
const router = express.Router();
router.use((request, response, next) => next());
router.get("/deep", (request, response) => response.send("deep"));
app.use("/router", router);
requests.push({ path: "/router/deep" });
for (const value of [true, false, "weak", "strong", (body) => `"${body.length}"`]) app.set("etag", value);
for (const value of [true, false, "simple", "extended", (text) => ({ text })]) app.set("query parser", value);
for (const value of [true, 1, "loopback, linklocal", () => true]) app.set("trust proxy", value);
app.set("env", "test");
app.use((error, request, response, next) => (response.headersSent ? next(error) : response.status(500).send(error.message)));
for (const wrong of [() => app.use(), () => app.set("etag", 5), () => app.engine("a", 1)]) try { wrong(); } catch (error) { void error; }
app.render("hello", { name: "direct" }, () => {});
app.render("none", () => {});

const server = app.listen(0, async () => {
  const { port } = server.address();
  for (const { path: place, query = "", ...options } of requests) {
    await new Promise((resolve) => {
      const request = http.request({ port, path: place + query, method: options.method || "GET", headers: options.headers }, (response) => response.resume().on("end", resolve));
      request.on("error", resolve);
      request.end(options.body);
    });
  }
  server.close();
  fs.rmSync(folder, { recursive: true });
  console.log(`${requests.length} requests`);
});
