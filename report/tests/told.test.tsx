// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { computingOf } from "../src/idle";
import { modelOf } from "../src/model";
import { type EntryPlace, placeOf } from "../src/place";
import { HOME, type Selection } from "../src/state";
import { FILE, run } from "./run";
import type { GraphData } from "../src/contract";
import { app, NO_PARTS, see } from "./shown";

const show = (data: ReturnType<typeof run>) => act(() => render(<App key={Math.random()} data={data} parts={NO_PARTS} />, app));

test("a finding in the row of a line names its function, without the reason that follows", async () => {
  const data = run();
  data.findings = [{ ...data.findings[0]!, subject: "Other.forward", title: "is not compiled: data-dependent size", line: { file: FILE, line: 4 } }];
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const summary = app.querySelector(".told .bad")?.closest("summary");
  expect(summary?.textContent).toBe("Other.forward is not compiled ▾");
  expect(summary?.title).toBe("Other.forward is not compiled: data-dependent size");
});

/** A run whose line 4 has a kernel that copies an input, and one that computes. */
function copying(): ReturnType<typeof run> {
  const data = run();
  const [entry] = data.details["f0"]!.compilations;
  const node = { label: "w", type: "", takes: [], parameters: [], module: "", shown: 1 };
  const graph = { file: "g", prefix: "p", stage: "AFTER_POST_GRAD", backward: false, saved: [], saved_bytes: 0,
    nodes: [{ ...node, name: "w", kind: "input", places: [] },
      { ...node, name: "mm", kind: "operator", label: "aten.mm.default(x, w)", places: [{ file: FILE, line: 4 }] }] } as GraphData;
  const [known] = entry!.kernel_data!;
  const kernel = (name: string, ...nodes: string[]) => ({ ...known!, kernel: name, nodes, graph: "g", how: "recorded",
    modules: {}, places: [{ file: FILE, line: 4 }] });
  Object.assign(entry!, { graph_data: [graph], kernel_data: [kernel("cpp_fused_0", "w"), kernel("extern_kernels.mm", "mm")] });
  return data;
}

test("a kernel that only copies inputs of a line is named last, as such", async () => {
  await show(copying());
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(app.querySelector(".told .says")?.textContent).toContain("in extern_kernels.mm (its inputs are copied in cpp_fused_0)");
});

test("the generated code opens at a kernel that computes the line, not at one that copies its inputs", () => {
  const model = modelOf(copying());
  const of = (selection: Selection) => [...computingOf(placeOf(model,
    { state: { ...HOME, frame: "f0", selection }, pointed: null }) as EntryPlace)].map((key) => key.replace(/^.*:/, ""));
  expect(of({ kind: "source", line: 4 })).toEqual(["extern_kernels.mm"]);
  const file = model.data.details["f0"]!.compilations[0]!.kernel_data![0]!.file;
  expect(of({ kind: "kernel", file, name: "cpp_fused_0" })).toContain("cpp_fused_0");
});

test("of two lines the generated code opens at a kernel that runs both, or at those nearest to each other", () => {
  const data = run();
  const [entry] = data.details["f0"]!.compilations;
  const [known] = entry!.kernel_data!;
  const ran = (kernel: string, at: number, ...lines: number[]) => ({ ...known!, kernel, how: "recorded", graph: null,
    nodes: [], modules: {}, shown: [at], places: lines.map((line) => ({ file: FILE, line })) });
  const of = (...kernels: ReturnType<typeof ran>[]) => {
    Object.assign(entry!, { graph_data: [], kernel_data: kernels });
    const selection: Selection = { kind: "source", line: 4, also: { line: 5 } };
    return [...computingOf(placeOf(modelOf(data), { state: { ...HOME, frame: "f0", selection },
      pointed: null }) as EntryPlace)].map((key) => key.replace(/^.*:/, ""));
  };
  expect(of(ran("far", 1, 4), ran("both", 2, 4, 5))).toEqual(["both"]);
  expect(of(ran("far", 1, 4), ran("other", 2, 6), ran("near", 3, 4), ran("five", 4, 5))).toEqual(["near", "five"]);
});

test("the row of a kernel names its lines, and the one that it only copies inputs for", async () => {
  const data = copying();
  const [entry] = data.details["f0"]!.compilations;
  const graph = entry!.graph_data![0] as unknown as GraphData;
  graph.nodes.push({ ...graph.nodes[1]!, name: "sin", label: "aten.sin.default(x)", places: [{ file: FILE, line: 5 }] });
  entry!.kernel_data![0] = { ...entry!.kernel_data![0]!, nodes: ["sin", "w"], places: [5, 4].map((line) => ({ file: FILE, line })) };
  await show(data);
  const file = entry!.kernel_data![0]!.file;
  await see({ frame: "f0", panel: "code", selection: { kind: "kernel", file, name: "cpp_fused_0" } });
  expect(app.querySelector(".told .says")?.textContent).toContain("1 operation · of toy.py:5, 4 (copy)");
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5, also: { line: 4 } } });
  expect(app.querySelector(".told.pair")?.textContent).toContain("cpp_fused_0 also copies an input for toy.py:4, which is no fusion");
});

test("the head of an entry says if its call goes on as plain Python since the recompile limit", async () => {
  const data = run();
  const called = { file: FILE, line: 30 };
  data.findings = [{ ...data.findings[0]!, rule: "refused-call", line: called, why: "No entry fits." }];
  data.details["f0"]!.compilations[0]!.called_at = called;
  data.frames[0]!.compilations![0]!.graphs = [];
  await show(data);
  await see({ frame: "f0", panel: "code" });
  const link = [...app.querySelectorAll(".head-line .why.bad")].find((one) => one.textContent?.includes("plain Python"));
  expect([link?.getAttribute("href"), link?.getAttribute("title")]).toEqual(["#overview/finding-0", "No entry fits."]);
});

/** A run with kernels of line 4, each for a layer of its own. */
function layered(count: number, how: string, isKnown = true): ReturnType<typeof run> {
  const data = copying();
  const [entry] = data.details["f0"]!.compilations;
  const [, known] = entry!.kernel_data!;
  Object.assign(entry!, { kernel_data: Array.from({ length: count }, (_, at) => ({ ...known!, kernel: `cpp_fused_mm_${at}`, how,
    modules: { [`layers[${at}]`]: [0] }, ...isKnown ? {} : { nodes: [], places: [], graph: null, modules: {} } })) });
  return data;
}

test("the sign of an inferred kernel stays when the kernel is selected", async () => {
  const head = async (how: string) => {
    const data = layered(1, how);
    await show(data);
    const { file } = data.details["f0"]!.compilations[0]!.kernel_data![0]!;
    await see({ frame: "f0", panel: "code", selection: { kind: "kernel", file, name: "cpp_fused_mm_0" } });
    return app.querySelector(".told")?.textContent;
  };
  expect(await head("inferred")).toMatch(/^cpp_fused_0≈ 1 operation/);
  expect(await head("buffers")).toMatch(/^cpp_fused_0 1 operation/);
});

test("a kernel of which nothing is known says so", async () => {
  const data = layered(1, "inferred", false);
  await show(data);
  const { file } = data.details["f0"]!.compilations[0]!.kernel_data![0]!;
  await see({ frame: "f0", panel: "code", selection: { kind: "kernel", file, name: "cpp_fused_mm_0" } });
  expect(app.querySelector(".told .says")?.textContent).toContain("which operations and lines it has is not known");
});

test("of a line with many kernels the menu says for how many modules they run", async () => {
  const label = async (count: number) => {
    await show(layered(count, "recorded"));
    await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
    return [...app.querySelectorAll(".told summary")].map((one) => one.textContent);
  };
  expect(await label(14)).toContain("By module (14) ▾");
  expect(await label(3)).toContain("By module ▾");
});

test("kernels of both directions with one number are told apart by the names of their links", async () => {
  const data = run();
  const [compilation] = data.frames[0]!.compilations!;
  const [entry] = data.details["f0"]!.compilations;
  const [known] = entry!.kernel_data!;
  compilation!.kernels = [...compilation!.kernels!, { ...compilation!.kernels![0]!, file: "backward.py", backward: true }];
  const ran = (file: string, kernel: string) => ({ ...known!, file, kernel, places: [{ file: FILE, line: 4 }] });
  entry!.kernel_data = [known!.file, "backward.py"].flatMap((file) => ["cpp_fused_a_3", "cpp_fused_a_4"].map((name) => ran(file, name)));
  await show(data);
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const links = [...app.querySelectorAll(".told .says a")].filter((one) => one.textContent === "_4");
  expect(links.map((one) => one.getAttribute("aria-label"))).toEqual(["cpp_fused_4", "cpp_fused_4 (backward)"]);
  expect(links.map((one) => one.getAttribute("title"))).toEqual(["cpp_fused_a_4", "cpp_fused_a_4 (backward)"]);
  await see({ frame: "f0", panel: "code", selection: { kind: "kernel", file: "backward.py", name: "cpp_fused_a_4" } });
  expect(app.querySelector(".told")?.textContent).toMatch(/^cpp_fused_4≈? \(backward\)/);
});
