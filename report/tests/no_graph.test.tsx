// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { contextOf, modelOf } from "../src/model";
import { isTraced } from "../src/noGraph";
import { app, NO_PARTS, see } from "./shown";
import { FILE, run } from "./run";

const told = () => app.querySelector(".told .says")?.textContent;
const link = () => app.querySelector(".told .says a");
const show = (data: ReturnType<typeof run>) => act(() => render(<App data={data} parts={NO_PARTS} />, app));
const at = (line: number, entry = 0) =>
  see({ frame: "f0", at: entry, panel: "code", selection: { kind: "source", line } });

test("a line that a guard decided says so, and leads to the guards", async () => {
  const data = run();
  const [entry] = data.frames[0]!.compilations!;
  const line = { file: FILE, line: 1 };
  entry!.guards = [{ expression: "L['log'] == False", user_line: line }];
  data.details["f0"]!.compilations[0]!.guard_groups = [{ title: "Python values",
    own: ["log == False  # toy.py:1: if log:", "depth == 2  # toy.py:6"], common: [] }];
  await show(data);
  await at(1);
  expect(told()).toBe("decided while compiling: log == False (a guard)");
  expect(link()?.getAttribute("href")).toBe("#f0/0/guards?line=1");
  entry!.guards = [...entry!.guards, { expression: "___check_type_id(L['log'], 1)", user_line: line }];
  await show(data);
  await at(1);
  expect(told()).toBe("decided while compiling: log == False and 1 more guard");
  data.details["f0"]!.compilations[0]!.guard_groups = [];
  await show(data);
  await at(1);
  expect(told()).toBe("torch ran it while compiling: 2 guards check what it read");
});

test("a line without guards may have run while compiling, too", async () => {
  await at(1);
  expect(told()).toBe("in no graph: torch ran it while compiling, or it runs as Python, or no call came here");
});

test("a line before one of its block that is in the graph ran while compiling", async () => {
  const data = run();
  const details = data.details["f0"]!;
  data.texts[details.source!] = `@torch.compile
def f(a):
    old = a
    x = g(a)
    if odd:
        y = 1
`;
  Object.assign(details.compilations[0]!, { graph_data: [], kernel_data: [] });
  Object.assign(data.frames[0]!.compilations![0]!, { captured_lines: { [FILE]: [5] }, guards: [] });
  const traced = (line: number) => isTraced(contextOf(modelOf(data), "f0", 0)!, { file: FILE, line });
  expect([2, 3, 4, 5, 6, 7].filter(traced)).toEqual([4]);
  await show(data);
  await at(4);
  expect(told()).toBe("has no operation in a graph: torch ran it while compiling");
});

test("a line with a break inside what it calls names it, and is not said to run as Python", async () => {
  const data = run();
  const [first, second] = data.frames[0]!.compilations!;
  data.frames[1]!.compilations![0]!.captured_lines = {};
  const inner = { file: "/lib/layers.py", line: 27 };
  const broken = [{ reason: "Unsupported `item`", user_stack: [{ file: FILE, line: 7 }, inner] }];
  second!.graph_breaks = broken;
  await show(data);
  await at(7, 1);
  expect(told()).toBe("graph break at layers.py:27 inside");
  first!.captured_lines = { [FILE]: [7] };
  await show(data);
  await at(7, 1);
  expect(told()).toBe("graph break at layers.py:27 inside; compiled in f, entry 0");
});

test("a break at the line itself is beside what else is known of the line, unless a finding begins the row", async () => {
  await at(5);
  expect(told()).toBe("in this entry's graph, in no kernel; why is not known · 1 operation");
  const data = run();
  data.findings = [];
  await show(data);
  await at(5);
  expect(told()).toBe("in this entry's graph, in no kernel; why is not known · 1 operation · graph break: Data-dependent branching");
});

test("an entry without a graph offers no comparison of kernels, and no legend of its graph", async () => {
  await see({ frame: "f1", panel: "code" });
  expect(app.querySelector(".told")?.textContent).toContain("This entry has no graph.");
  expect(app.querySelector(".told")?.textContent).not.toContain("fused");
  expect(app.querySelector(".legend")?.textContent).not.toContain("in this entry's graph");
  await see({ frame: "f0", panel: "code" });
  expect(app.querySelector(".legend")?.textContent).toContain("in this entry's graph");
});

test("a line whose statement runs after the graph says so, and leads to the lines that run it", async () => {
  const data = run();
  const [entry] = data.frames[0]!.compilations!;
  const line = { file: FILE, line: 3 };
  entry!.side_effects = [{ words: "`self`, a Net", user_lines: [line, { file: FILE, line: 4 }] }];
  data.details["f0"]!.compilations[0]!.stores = { 2: line, 3: line };
  await show(data);
  await at(3);
  expect(told()).toContain("after the graph, as Python: lines 2, 3 of what runs");
  expect([...app.querySelectorAll(".told .says a")].map((one) => one.getAttribute("href")))
    .toEqual(expect.arrayContaining(["#f0/0/code?shown=2", "#f0/0/code?shown=3"]));
  // A line that is in a kernel may also change an object.
  await at(4);
  expect(told()).toMatch(/in k_abs.* · changes self, a Net: Python stores the last value after the graph$/);
  entry!.side_effects = [{ words: "`self`, a Net", user_lines: [{ file: FILE, line: 1 }] }];
  await show(data);
  await at(1);
  expect(told()).toBe("changes self, a Net: Python stores the last value after the graph");
});
