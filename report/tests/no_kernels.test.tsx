// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { render } from "preact";
import { expect, test } from "vitest";
import { App } from "../src/App";
import type { GraphData, GraphNode } from "../src/contract";
import type { Data } from "../src/data";
import { contextOf, modelOf } from "../src/model";
import { inNoKernel, noKernels, noKernelsOf } from "../src/noKernels";
import { go, HOME } from "../src/state";
import { FILE, run } from "./run";
import { app, NO_PARTS, settle } from "./shown";

/** The sample run without kernels, compiled by a backend. */
function without(backend?: string): Data {
  const data = run();
  const [first] = data.frames;
  const [entry] = first?.compilations ?? [];
  if (entry !== undefined) entry.kernels = [];
  const details = data.details["f0"]?.compilations[0];
  if (details !== undefined) details.kernel_data = [];
  data.compile_calls["f0"] = { file: FILE, line: 1, text: `@torch.compile(backend="${backend}")`,
    ...(backend === undefined ? {} : { backend }) };
  return data;
}
const words = (data: Data) => noKernels(contextOf(modelOf(data), "f0", 0)!);

test("why there are no kernels is said of backends that make none, of others that they are not Inductor", () => {
  expect(words(run())).toBe("");
  expect(words(without("aot_eager"))).toBe("the backend `aot_eager` makes no kernels");
  expect(words(without("my_backend")))
    .toBe("no kernels are recorded: the backend `my_backend` is not Inductor");
  expect(words(without())).toBe("no kernels are recorded: the backend is not Inductor");
  expect(words(without("inductor"))).toBe("no kernels are recorded");
  const cached = without();
  cached.frames[0]!.compilations![0]!.caches = [{ cache: "fx graph", outcome: "hit" }];
  expect(words(cached)).toBe("no kernels are recorded");
  expect(noKernelsOf(modelOf(without("eager")))).toEqual(["the backend `eager` makes no kernels"]);
  expect(noKernelsOf(modelOf(run()))).toEqual([]);
});

test("a line whose operation changes nothing says so, one that is replaced says that", () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [captured, forward] = details.graph_data!;
  const told = () => inNoKernel(contextOf(modelOf(data), "f0", 0)!, FILE, 5);
  expect(told()).toBe("in this entry's graph, in no kernel; why is not known");
  forward!.nodes.pop();
  expect(told()).toBe("in the captured graph only: later stages removed or replaced it");
  captured!.nodes[2]!.label = ".to(torch.float32)";
  expect(told()).toContain("it does nothing here");
  captured!.nodes[2]!.type = "f16[2]";
  expect(told()).toContain("removed or replaced");
  captured!.nodes[2]!.label = "dropout(p=0.0, training=True)";
  expect(told()).toBe("it does nothing here, as dropout drops nothing: a later stage removed it");
  captured!.nodes[2]!.label = "dropout(p=0.05, training=True)";
  expect(told()).toContain("removed or replaced");
});

test("a line that only computes sizes is said to do that, and not to make views", () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [, forward] = details.graph_data!;
  const told = () => inNoKernel(contextOf(modelOf(data), "f0", 0)!, FILE, 5);
  forward!.stage = "AFTER_POST_GRAD";
  Object.assign(forward!.nodes.at(-1)!, { label: "sym_sum // 4", type: "Sym((s0//4))", bytes: 0 });
  expect(told()).toBe("in no kernel: it only computes sizes and other numbers, in Python");
});

test("why an operation is in no kernel is read in the graphs behind the last one that has it", () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [, forward] = details.graph_data!;
  const told = () => inNoKernel(contextOf(modelOf(data), "f0", 0)!, FILE, 5);
  const [a, abs, less] = forward!.nodes as [GraphNode, GraphNode, GraphNode];
  const end = { ...less, name: "end", places: [{ file: FILE, line: 6 }] };
  const graph = (stage: string, ...nodes: GraphNode[]): GraphData => ({ ...forward!, file: stage, stage, nodes });
  const joint = (...nodes: GraphNode[]) => graph("Joint_graph", a, abs, ...nodes);
  const stages = (...graphs: GraphData[]) => { details.graph_data = [details.graph_data![0]!, ...graphs]; };
  // What reads the result reads its input in the next graph.
  stages(joint(less, { ...end, takes: [2] }), graph("Forward_graph", a, abs, { ...end, takes: [1] }));
  expect(told()).toBe("it does nothing here, as its result is its input: a later stage removed it");
  // The input may be gone, too.
  stages(joint(less, { ...end, takes: [2] }), graph("Forward_graph", a, { ...end, takes: [0] }));
  expect(told()).toContain("its result is its input");
  stages(joint(less, { ...end, takes: [2] }), graph("Forward_graph", a, abs, { ...end, takes: [0, 1] }));
  expect(told()).toBe("in this entry's graph, in no kernel; why is not known");
  // What reads the result reads an equal operation of another line.
  const equal = { ...less, name: "equal", places: [{ file: FILE, line: 3 }] };
  stages(joint(less, { ...end, takes: [2] }), graph("Forward_graph", a, abs, equal, { ...end, takes: [2] }));
  expect(told()).toBe("a later stage merged it with an equal operation, that of `toy.py:3`");
  stages(joint(less, { ...end, takes: [2] }), graph("Forward_graph", a, abs, { ...equal, label: "other" }, { ...end, takes: [2] }));
  expect(told()).toContain("why is not known");
  stages(joint(less), graph("Forward_graph", a, abs));
  expect(told()).toBe("its result is not used: a later stage removed it");
  stages(joint({ ...less, label: "aten.copy_" }), graph("Forward_graph", a, abs));
  expect(told()).toContain("why is not known");
  stages(joint({ ...less, bytes: 0, label: "aten.view" }, { ...end, takes: [2] }), graph("Forward_graph", a, abs));
  expect(told()).toBe("in no kernel: it only makes views, which compute nothing");
});

const show = async (data: Data, change: Parameters<typeof go>[0]) => {
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await act(() => go({ ...HOME, ...change }));
  await settle();
  return app.querySelector("main")?.textContent ?? "";
};

test("that a backend makes no kernels stands at a line, in the search, and in the run, and no tab has kernels", async () => {
  const data = without("aot_eager");
  const line = { kind: "source" as const, line: 5 };
  expect(await show(data, { frame: "f0", panel: "code", selection: line }))
    .toContain("in this entry's graph: the backend aot_eager makes no kernels");
  const asked = await show(data, { frame: "f0", panel: "kernels" });
  expect(asked).toContain("This entry has no view “kernels”: the backend aot_eager makes no kernels. Below is “Code”.");
  expect([...app.querySelectorAll('[role="tab"]')].map((one) => one.textContent).join()).not.toContain("Kernels");
  expect(app.querySelector(".told")?.textContent).toBe("Click a line or a node: what belongs to it is marked in all panes.");
  const tab = await show(without("my_backend"), { frame: "f0", panel: "kernels" });
  expect(tab).toContain("This entry has no kernels: no kernels are recorded: the backend my_backend is not Inductor.");
  expect(tab).toContain('Compiled by @torch.compile(backend="my_backend") at toy.py:1');
  expect(await show(data, { panel: "search", query: "kernel" }))
    .toContain("This run has no kernels: the backend aot_eager makes no kernels.");
  expect(await show(data, { panel: "run" })).toContain("none: the backend aot_eager makes no kernels");
  expect(app.textContent).toContain("backendaot_eager");
  expect(await show(run(), { panel: "search", query: "kernel" })).not.toContain("has no kernels");
});

test("an address of a view that an entry lacks says so", async () => {
  expect(await show(run(), { frame: "f1", panel: "kernels" }))
    .toContain("This entry has no view “kernels”. Below is “Code”.");
  expect(await show(run(), { frame: "f1", panel: "code" })).not.toContain("has no view");
});

test("a graph without later stages says that what is saved for the backward is not recorded, and why", async () => {
  const shown = async (data: Data) => {
    const details = data.details["f0"]!.compilations[0]!;
    details.graph_data = [details.graph_data![0]!];
    details.graph_data[0]!.nodes.forEach((node) => { node.bytes = 8; });
    await act(() => render(<App data={data} parts={NO_PARTS} />, app));
    await act(() => go({ ...HOME, frame: "f0", panel: "memory" }));
    await settle();
    return app.querySelector("main section")?.textContent;
  };
  const head = "Saved for backward (__compiled_fn_1)";
  expect(await shown(without("eager"))).toBe(
    `${head}Not recorded: the backend eager has no AOTAutograd, which makes the graph of the backward.`);
  expect(await shown(without("aot_eager"))).toBe(`${head}Not recorded.`);
  const cached = without("inductor");
  cached.frames[0]!.compilations![0]!.caches = [{ cache: "AOTAutograd", outcome: "hit" }];
  expect(await shown(cached)).toBe(`${head}Not recorded: the graph was in a cache of torch.`);
});

test("a `def` line of an entry without kernels says the same of its body as a line of it", async () => {
  const data = without("eager");
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  const told = async (line: number) => {
    await act(() => go({ ...HOME, frame: "f0", panel: "code", selection: { kind: "source", line } }));
    await settle();
    return app.querySelector(".told")?.textContent;
  };
  const words = "in this entry's graph: the backend eager makes no kernels";
  expect(await told(5)).toContain(words);
  expect(await told(3)).toContain(`body: ${words}`);
});
