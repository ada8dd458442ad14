// How long the picture of a large graph takes, and what dagre would take for it:
//
//   node bench/layout.mjs [NODES]
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const made = await build({
  stdin: {
    contents: `
      export { outlineOf } from "./src/graph/outline";
      export { openAtFirst, sceneOf } from "./src/graph/scene";
      export { Faces } from "./src/graph/faces";
      export { marksOf } from "./src/graph/marks";
      export { memoryOf } from "./src/graph/memory";
      export { changesBetween } from "./src/graph/changes";
      export { layoutOf } from "./src/graph/layout";
      export { graphlib, layout as dagre } from "@dagrejs/dagre";`,
    resolveDir: fileURLToPath(new URL("..", import.meta.url)),
  },
  bundle: true, write: false, format: "esm", platform: "node", logLevel: "error",
});
const own = await import(`data:text/javascript,${encodeURIComponent(made.outputFiles[0].text)}`);

const count = Number(process.argv[2] ?? 2000);
const PER_LAYER = 60;

/** Layers with residuals and values that all of them take; or no module at all. */
function graphOf(modules) {
  const nodes = [];
  const add = (label, takes, module) => {
    const kind = label === "x" ? "input" : "operator";
    nodes.push({ name: `v${nodes.length}`, kind, label, takes, module: modules ? module : "",
      type: "float32 [2, 8, 16]", parameters: [], shown: 1, places: [], bytes: 1024 });
    return nodes.length - 1;
  };
  let value = add("x", [], "");
  const shared = [add("cos", [value], "self"), add("sin", [value], "self")];
  for (let layer = 0; nodes.length < count; layer += 1) {
    const module = `self.model.layers.${layer}`;
    const skip = value;
    const odd = layer % 3 === 0 ? `gelu${layer}` : "silu"; // so that not all are folded
    for (let step = 0; step < PER_LAYER; step += 1) {
      const part = `${module}.${["norm", "attn", "mlp"][Math.floor(step / (PER_LAYER / 3))]}`;
      const takes = step % 7 === 3 ? [value, shared[step % 2]] : step % 11 === 5 ? [value, value - 3] : [value];
      value = add(step % 5 === 4 ? odd : "mul", [...new Set(takes)], part);
    }
    value = add("add", [value, skip], module);
  }
  return { file: "", prefix: "", stage: "Forward_graph", backward: false, nodes, saved: [] };
}

/** Processor time: what else the machine does is not measured. */
function timed(name, work) {
  const started = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(started);
  console.log(`${name.padEnd(44)} ${((user + system) / 1000).toFixed(0).padStart(6)} ms of processor time`);
  return result;
}

function picture(graph, most) {
  const outline = own.outlineOf(graph);
  const faces = new own.Faces(graph, own.marksOf(graph, null), outline.inputs);
  const scene = own.sceneOf(graph, outline, own.openAtFirst(outline.root, most));
  return own.layoutOf(scene, (leaf) => faces.of(leaf));
}

function byDagre(graph) {
  const drawn = new own.graphlib.Graph();
  drawn.setGraph({});
  drawn.setDefaultEdgeLabel(() => ({}));
  graph.nodes.forEach((_, node) => drawn.setNode(String(node), { width: 150, height: 46 }));
  graph.nodes.forEach((one, node) => one.takes.forEach((taken) => drawn.setEdge(String(taken), String(node))));
  own.dagre(drawn);
}

for (const modules of [true, false]) {
  const graph = graphOf(modules);
  console.log(`${graph.nodes.length} nodes, ${modules ? "in modules" : "in no module"}`);
  timed("  first picture", () => picture(graph, 40));
  const all = timed("  everything open", () => picture(graph, Infinity));
  console.log(`    ${all.placed.length} seen, ${Math.round(all.width)} x ${Math.round(all.height)}`);
  timed("  memory", () => own.memoryOf(graph.nodes));
  timed("  changes", () => own.changesBetween(graph, graph));
}
if (process.argv[3] !== "own") timed("dagre, all nodes", () => byDagre(graphOf(false)));
