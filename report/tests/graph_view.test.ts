// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { centred, withOthers } from "../src/graph/camera";
import { GraphView } from "../src/graph/GraphView";
import type { GraphViewProps } from "../src/graph/GraphView";
import type { GraphData } from "../src/contract";
import { graphOf, input, node, stack, unlike } from "./graph_samples";

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
  document.body.replaceChildren(root);
});

function show(graph: GraphData, more: Partial<GraphViewProps> = {}) {
  const props = { lit: new Set<string>(), selected: new Set<string>(), onPoint: vi.fn(), onPick: vi.fn(), ...more };
  void act(() => render(h(GraphView, { graph, ...props }), root));
  return props;
}

const picture = (): Element => root.querySelector(".graph-picture")!;
const press = (key: string, more: KeyboardEventInit = {}): void =>
  void act(() => void picture().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more })));
const current = (): string => root.querySelector(".is-current")?.getAttribute("aria-label") ?? "";
const labels = (): string[] =>
  [...root.querySelectorAll(".graph-node")].map((one) => one.getAttribute("aria-label") ?? "");

const small = graphOf([
  input("x"), node("a", "relu", [0]), node("b", "exp", [1]), node("c", "log", [1]),
  node("return", "return", [2, 3], { kind: "output", type: "" }),
]);

test("arrows follow edges, Enter picks, what is pointed at is told", () => {
  const { onPick, onPoint } = show(small);
  press("Home");
  press("ArrowDown");
  expect(current()).toContain("relu");
  expect(onPoint).toHaveBeenLastCalledWith("a");
  press("ArrowDown");
  press("ArrowRight");
  expect(current()).toContain("log");
  press("ArrowUp");
  expect(current()).toContain("relu");
  press("Enter");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("a");
});

test("a node loses its mark when it is not selected any more, and arrows go on from there", () => {
  show(small);
  press("Home");
  press("ArrowDown");
  expect(current()).toContain("relu");
  show(small, { selected: new Set(["a"]) });
  expect(current()).toContain("relu");
  show(small);
  expect(current()).toBe("");
  press("ArrowDown");
  expect(current()).toContain("exp");
  // Where the keys went on from the selected node, the mark stays there.
  show(small, { selected: new Set(["a"]) });
  show(small);
  expect(current()).toContain("exp");
});

test("a group opens with Enter and closes with Escape", () => {
  const big = stack({ layers: 30, kinds: unlike(30) });
  show(big);
  press("Home");
  press("ArrowDown");
  expect(current()).toMatch(/^open layers.0/);
  press("Enter");
  expect(labels().some((one) => one.startsWith("gelu"))).toBe(true);
  expect(current()).toMatch(/^linear/);
  press("ArrowDown");
  expect(current()).toMatch(/^gelu/);
  press("Escape");
  expect(labels().some((one) => one.startsWith("gelu"))).toBe(false);
});

test("equal layers open one by one with Shift and Enter", () => {
  show(stack({ layers: 60 }));
  press("Home");
  press("ArrowDown");
  press("Escape");
  press("Enter");
  const fold = (): boolean => labels().some((one) => one.includes("layers.0 … layers.59 ×60"));
  if (!fold()) press("Escape");
  expect(fold()).toBe(true);
  press("Enter", { shiftKey: true });
  expect(labels().some((one) => one.startsWith("open layers.1,"))).toBe(true);
});

test("the current node is the one that screen readers are told of", () => {
  show(small);
  press("Home");
  const id = picture().getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(id)?.getAttribute("aria-label")).toContain("x");
});

test("zoom with + - 0", () => {
  show(small);
  const scale = (): string => /scale\(([\d.]+)\)/.exec(root.innerHTML)?.[1] ?? "";
  press("+");
  expect(Number(scale())).toBeGreaterThan(1);
  press("0");
  expect(Number(scale())).toBe(1);
  press("-");
  expect(Number(scale())).toBeLessThan(1);
});

test("what is to be lit is lit, in whatever group it is", () => {
  show(stack({ layers: 30, odd: [3] }), { lit: new Set(["act_1"]) });
  expect(root.querySelectorAll(".is-lit")).toHaveLength(1);
});

test("what is selected is opened, everything else closed, and stepped through", () => {
  const graph = stack({ layers: 30, kinds: unlike(30) });
  const inside = (layer: number) => graph.nodes.findIndex((one) => one.module.startsWith(`self.model.layers.${layer}.`));
  const names = [3, 7].map((layer) => graph.nodes[inside(layer)]!.name);
  show(graph, { selected: new Set(names) });
  expect(root.querySelector(".is-selected:not(.is-group)")?.id).toContain(names[0]);
  expect(root.querySelectorAll(".graph-head").length).toBeGreaterThan(2);
  const said = () => root.querySelector(".graph-steps output")?.textContent;
  expect(said()).toBe("node 1 of 2");
  const next = root.querySelector<HTMLElement>('[aria-label="The next selected node"]')!;
  void act(() => next.click());
  expect(said()).toBe("node 2 of 2");
  expect(root.querySelector(".is-selected:not(.is-group)")?.id).toContain(names[1]);
  void act(() => next.click());
  expect(said()).toBe("node 1 of 2");
});

test("of equal layers one is opened, and the others are counted", () => {
  const graph = stack({ layers: 6 });
  const act1 = graph.nodes.filter((one) => one.name.startsWith("act"));
  show(graph, { selected: new Set(act1.map((one) => one.name)) });
  expect(root.querySelectorAll(".is-selected")).toHaveLength(1);
  expect(root.querySelector(".graph-steps output")?.textContent)
    .toBe(`node 1 of 1 (${act1.length})`);
});

test("search opens what hides a node, and goes through all that is found", () => {
  show(stack({ layers: 30, odd: [3] }));
  const field = root.querySelector("input")!;
  void act(() => {
    field.value = "gelu";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  void act(() => void field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  expect(root.querySelector(".graph-find output")?.textContent).toBe("1 of 1");
  expect(current()).toContain("gelu");
});

test("what is new is marked, what is gone is listed", () => {
  const nodes = [...small.nodes];
  nodes[2] = node("b", "tanh", [1]);
  show(graphOf(nodes, { stage: "Joint_graph" }), { before: small });
  expect(root.querySelectorAll(".is-new")).toHaveLength(1);
  expect(root.querySelector(".graph-gone del")?.textContent).toBe("exp");
});

test("what is in the other half of a graph that was cut in two is not gone", () => {
  const half = graphOf([...small.nodes.slice(0, 2)], { stage: "Forward_graph" });
  show(half, { before: { ...small, stage: "Joint_graph" } });
  expect(root.querySelector(".graph-gone")).toBeNull();
  expect(root.querySelector(".graph-says")?.textContent)
    .toMatch(/ of the \d+ operators of Joint graph\.$/);
});

test("the list of operators tells the graph without the picture", () => {
  show(small);
  const menu = root.querySelector("details")!;
  void act(() => { menu.open = true; menu.dispatchEvent(new Event("toggle")); });
  const button = [...root.querySelectorAll("button")].find((one) => one.textContent === "As text")!;
  void act(() => button.click());
  const items = [...root.querySelectorAll(".graph-text li")].map((one) => one.textContent);
  expect(items).toHaveLength(small.nodes.length);
  expect(items[2]).toContain("takes a");
});

test("names from the data never become elements", () => {
  const evil = '<img src=x onerror="alert(1)">';
  show(graphOf([input(evil), node("a", evil, [0], { module: `self.${evil}`, type: evil })]));
  expect(root.querySelector("img")).toBeNull();
  expect(root.textContent).toContain("<img");
});

test("only what is near the view is in the document", () => {
  const nodes = [input("x")];
  for (let count = 0; count < 1500; count += 1) nodes.push(node(`v${count}`, "relu", [count]));
  show(graphOf(nodes));
  expect(root.querySelectorAll(".graph-node").length).toBeLessThan(60);
});

test("with the node that a selection begins at, its neighbours of the selection are whole in view", () => {
  const view = { width: 540, height: 430 };
  const camera = { x: 0, y: 0, zoom: 1 };
  const box = (x: number, y: number) => ({ x, y, width: 120, height: 35 });
  const [first, left, right, far] = [box(300, 200), box(-20, 280), box(260, 280), box(300, 2000)];
  const moved = withOthers(centred(camera, first, view), first, [left, right, far, first], view);
  for (const one of [first, left, right]) {
    expect(one.x + moved.x).toBeGreaterThanOrEqual(0);
    expect(one.x + one.width + moved.x).toBeLessThanOrEqual(view.width);
    expect(one.y + moved.y).toBeGreaterThanOrEqual(0);
  }
  expect(withOthers(camera, first, [first], view)).toEqual(camera);
});
