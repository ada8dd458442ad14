// Runs the script of a page with a document of its own, and prints what it draws:
// node drawn.js PAGE [PLACE]
"use strict";
const page = require("fs").readFileSync(process.argv[2], "utf8");
const DATA = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/;
const script = page.slice(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));

class Node {
  constructor(tag, text) {
    this.tag = tag;
    this.text = text;
    this.nodeType = 1;
    this.children = [];
    this.dataset = {};
    this.style = {};
    this.classList = { add() {}, toggle() {} };
  }
  setAttribute() {}
  addEventListener() {}
  focus() {}
  scrollIntoView() {}
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  all() { return [this, ...this.children.flatMap((child) => child.all())]; }
  querySelector(tag) { return this.all().find((node) => node.tag === tag) || null; }
  querySelectorAll() { return []; }
  get textContent() {
    return this.all().map((node) => node.text || "").join("");
  }
}
const app = new Node("div");
const data = new Node("script", page.match(DATA)[1]);
global.document = {
  getElementById: (id) => id === "data" ? data : app,
  createElement: (tag) => new Node(tag),
  createElementNS: (_space, tag) => new Node(tag),
  createTextNode: (text) => new Node("", text),
  querySelectorAll: () => [],
  documentElement: new Node("html"),
  addEventListener() {},
};
global.location = { hash: process.argv[3] || "", pathname: "/" };
global.history = { replaceState() {} };
eval(script);
process.on("exit", () => console.log(JSON.stringify({
  text: app.textContent, tags: [...new Set(app.all().map((node) => node.tag))],
})));
