// Runs the script of a page with a document of its own, and prints what it draws:
// node drawn.js PAGE [PLACE]
"use strict";
const page = require("fs").readFileSync(process.argv[2], "utf8");
const DATA = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/;
const script = page.slice(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>"));

// As much of a document as it takes to draw: nothing here could make markup of a text.
class Node {
  constructor(tag, data) {
    this.tag = tag;
    this.nodeName = this.localName = tag;
    this.nodeType = tag ? 1 : 3;
    this.data = data;
    this.namespaceURI = "http://www.w3.org/1999/xhtml";
    this.parentNode = null;
    this.childNodes = [];
    this.attributes = [];
    this.dataset = {};
    this.style = { setProperty() {} };
  }
  setAttribute() {}
  removeAttribute() {}
  addEventListener() {}
  removeEventListener() {}
  focus() {}
  scrollIntoView() {}
  getBoundingClientRect() { return { left: 0, top: 0, width: 0, height: 0 }; }
  contains() { return true; }
  get children() { return this.childNodes.filter((node) => node.tag); }
  get firstChild() { return this.childNodes[0] || null; }
  get nextSibling() {
    const all = this.parentNode ? this.parentNode.childNodes : [];
    return all[all.indexOf(this) + 1] || null;
  }
  appendChild(child) { return this.insertBefore(child, null); }
  insertBefore(child, next) {
    child.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild(child) { child.remove(); }
  remove() {
    if (!this.parentNode) return;
    const all = this.parentNode.childNodes;
    all.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
  replaceChildren() { this.childNodes = []; }
  all() { return [this, ...this.childNodes.flatMap((child) => child.all())]; }
  closest() { return null; }
  querySelector() { return null; }
  querySelectorAll() { return []; }
  get textContent() {
    return this.tag === "script" ? this.data
      : this.all().map((node) => node.tag ? "" : node.data).join("");
  }
}
const app = new Node("div");
const data = new Node("script", page.match(DATA)[1]);
global.document = {
  getElementById: (id) => ({ app, data })[id] || null,
  createElement: (tag) => new Node(tag),
  createElementNS: (_space, tag) => new Node(tag),
  createTextNode: (text) => new Node("", String(text)),
  querySelectorAll: () => [],
  documentElement: new Node("html"),
  addEventListener() {},
};
global.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
global.innerWidth = 1000;
global.window = { addEventListener() {}, removeEventListener() {} };
global.location = { hash: process.argv[3] || "", pathname: "/" };
global.history = { replaceState() {}, pushState() {} };
eval(script);
process.on("exit", () => console.log(JSON.stringify({
  text: app.textContent,
  tags: [...new Set(app.all().map((node) => node.tag).filter(Boolean))],
})));
