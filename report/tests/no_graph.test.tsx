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

test("a pair with a line that breaks the graph says so, and asks for nothing to type", async () => {
  const data = run();
  const [first] = data.frames[0]!.compilations!;
  data.frames[1]!.compilations![0]!.captured_lines = {};
  first!.graph_breaks = [{ reason: "Unsupported `item`", user_stack: [{ file: FILE, line: 6 }, { file: "/lib/layers.py", line: 27 }] }];
  await show(data);
  const pair = (line: number) => see({ frame: "f0", at: 0, panel: "code", selection: { kind: "source", line: 4, also: { line } } });
  await pair(6);
  expect(told()).toContain("No: a graph break is inside toy.py:6, at layers.py:27.");
  await pair(7);
  expect(told()).toContain("No kernel computes toy.py:7: ");
  expect(told()).not.toContain("Type");
});

test("the end of a block that the graph goes on behind ran while compiling, unless something may leave the block", async () => {
  const data = run();
  const traced = (body: string, captured: number[]) => {
    data.texts[data.details["f0"]!.source!] = `@torch.compile\ndef f(a):\n    for one in layers:\n${body}    return a * 2\n`;
    Object.assign(data.details["f0"]!.compilations[0]!, { graph_data: [], kernel_data: [] });
    data.frames[0]!.compilations![0]!.captured_lines = { [FILE]: captured };
    data.functions[FILE] = [[2, 9]];
    return [4, 5, 6, 7, 8, 9].filter((line) => isTraced(contextOf(modelOf(data), "f0", 0)!, { file: FILE, line }));
  };
  // The function begins at line 2, the loop at line 4.
  expect(traced("        a = one(a)\n        kept.append(a)\n", [5, 7])).toEqual([4, 6]);
  expect(traced("        a = one(a)\n        kept.append(a)\n", [5])).toEqual([]);
  expect(traced("        a = one(a)\n        if odd:\n            continue\n        kept.append(a)\n", [5, 9])).toEqual([4, 6]);
});

test("a line that ran while compiling says so, also if another entry has operations of it", async () => {
  const data = run();
  data.texts[data.details["f0"]!.source!] = "@torch.compile\ndef f(a):\n    n = len(a)\n    x = g(a)\n    return x\n";
  Object.assign(data.details["f0"]!.compilations[0]!, { graph_data: [], kernel_data: [] });
  data.frames[0]!.compilations![0]!.captured_lines = { [FILE]: [5] };
  data.frames[1]!.compilations![0]!.captured_lines = { [FILE]: [4] };
  await show(data);
  await at(4);
  expect(told()).toBe("has no operation in this entry's graph: torch ran it while compiling; compiled in resume at toy.py:5, entry 0");
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

/** The sample run, in which torch compiled nothing of what follows the break at line 5. */
function unresumed() {
  const data = run();
  const [first] = data.frames[0]!.compilations!;
  first!.resume_functions = [{ name: "__resume", full_name: "", co_name: "r" }];
  data.frames = data.frames.slice(0, 1);
  data.texts[data.details["f0"]!.source!] = `@torch.compile
def f(a):
    """Say what f does."""
    x = g(a)
    if x.sum() < 0:
        # less
        x = h(
            x)
    return x
`;
  data.functions[FILE] = [[1, 9]];
  Object.assign(data.details["f0"]!, { source_line: 1 });
  return data;
}

test("a line after a break runs as Python if torch compiled nothing after it, and a comment does not run", async () => {
  await show(unresumed());
  const words = "runs as Python: torch compiled nothing more of this function after the graph break at toy.py:5";
  await at(9);
  expect(told()).toBe(words);
  expect(link()?.getAttribute("href")).toContain("#f0/0/code?line=5");
  await at(6);
  expect(told()).toBe("a comment: nothing runs here");
  await at(3);
  expect(told()).toBe("documentation: nothing runs here");
  // A line that is compiled after the break: it is not known of the others.
  const data = unresumed();
  data.frames[0]!.compilations![0]!.captured_lines![FILE]!.push(9);
  await show(data);
  await at(8);
  expect(told()).toBe("a part of the statement at toy.py:7");
});

test("a line of a function that torch did not compile runs as Python, and so does the rest of one", async () => {
  const data = unresumed();
  data.frames[0]!.compilations = [{ id: "0/0", skipped: "Unsupported" }];
  data.details["f0"]!.compilations = [];
  await show(data);
  await at(9);
  expect(told()).toBe("runs as Python: torch did not compile this function");
  const rest = unresumed();
  rest.frames[0]!.compilations![0]!.resume_functions = [{ name: "__resume", full_name: "", co_name: "r", frame: "f1" }];
  rest.frames.push({ ...run().frames[1]!, compilations: [{ id: "1/0", skipped: "Unsupported" }] });
  await show(rest);
  await at(9);
  expect(told()).toBe("runs as Python: torch compiled nothing more of this function after the graph break at toy.py:5");
  expect(link()?.getAttribute("href")).toContain("#f1/0/code?line=5");
});

test("a line that another entry of the function breaks at says so", async () => {
  const data = run();
  data.frames[1]!.compilations![0]!.captured_lines = {};
  data.frames[1]!.compilations![0]!.graph_breaks = [{ reason: "item",
    user_stack: [{ file: FILE, line: 7 }, { file: "/lib/layers.py", line: 27 }] }];
  await show(data);
  await at(7);
  expect(told()).toBe("the call runs as Python: graph break at layers.py:27 inside, in resume at toy.py:5, entry 0");
  expect(link()?.getAttribute("href")).toContain("#f1/0/code?line=7");
});
