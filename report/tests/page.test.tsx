// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { App } from "../src/App";
import { stageBefore } from "../src/panels/graph";
import { Parts } from "../src/parts";
import { current, fragmentOf, go, HOME, stateOf } from "../src/state";
import { HELPER, run } from "./run";
import { app, linked, NO_PARTS, press, see, settle } from "./shown";

test("the overview says what to do, with a link to the line", () => {
  const finding = app.querySelector(".finding");
  const parts = [...(finding?.children ?? [])].map((one) => one.textContent);
  expect(parts).toEqual([
    "f breaks the graph: if on a tensor",
    "0.2 s (40 % of compiling) for the code after it, met in 2 compilations",
    expect.stringContaining("if x.sum() < 0:"), "y = 1Copy",
    "Tried: 0.2\u00a0s\u00a0→\u00a00.1 s compiling, same output", "Torch breaks the graph."]);
  expect(finding?.querySelector(".chip")?.textContent).toBe("0.2 s (40 % of compiling)");
  expect(finding?.querySelector("pre.edit")?.textContent).toBe("y = 1");
  expect(finding?.querySelector("a")?.getAttribute("href")).toBe("#f0/0/code?line=5");
});

test("names in the cost of a finding are code, as in its other lines", async () => {
  const data = run();
  data.findings = [{ ...data.findings[0]!, cost: "0.2 s (40 % of compiling); torch gave up on `g` at the limit" }];
  await act(() => render(<App key="cost" data={data} parts={NO_PARTS} />, app));
  const cost = app.querySelector(".finding .chip")?.parentElement;
  expect(cost?.querySelector("code")?.textContent).toBe("g");
  expect(cost?.textContent).not.toContain("`");
});

test("of a long diff the first lines are shown, below the change and what was measured", async () => {
  const data = run();
  const diff = ["--- main.py", "+++ main.py", "@@ -1,1 +1,40 @@",
    ...Array.from({ length: 40 }, (_, at) => `+line ${at}`)].join("\n");
  data.findings = data.findings.map((one) => ({ ...one, diff, note: "at the branch" }));
  await act(() => render(<App key="long diff" data={data} parts={NO_PARTS} />, app));
  await settle();
  const children = [...(app.querySelector(".finding")?.children ?? [])];
  const of = (words: string) => children.findIndex((one) => one.textContent?.includes(words));
  const [edit, note, tried, shown] = [of("y = 1"), of("at the branch"), of("Tried:"), of("+line 0")];
  expect([edit, note, tried, shown]).toEqual([edit, note, tried, shown].sort((a, b) => a - b));
  expect(edit).toBeGreaterThan(0);
  expect(children[shown]?.querySelectorAll("pre > span").length).toBe(10);
  const more = [...app.querySelectorAll<HTMLElement>(".finding button")]
    .find((one) => one.textContent === "Show all 43 lines");
  await act(() => more?.click());
  expect(children[shown]?.querySelectorAll("pre > span").length).toBe(43);
});

test("what avoids an expected recompile is said with it, and the list is open", async () => {
  const data = run();
  data.findings = [];
  data.expected = [{ subject: "f", what: "`x` has several types", note: "pass `x.clone()`", seconds: 0.1 }];
  await act(() => render(<App key="noted" data={data} parts={NO_PARTS} />, app));
  await settle();
  expect(app.querySelector("h2")?.textContent).toBe("Some recompiles can be avoided");
  expect(app.querySelector("details[open]")?.textContent).toContain("Avoid the recompile: pass x.clone()");
});

test("what was expected and took long stands open, the longest first", async () => {
  const expected = [
    { subject: "f", what: "`x` comes in two dtypes", seconds: 0.1 },
    { subject: "g", what: "`y` varies", seconds: 0.3 },
  ];
  const shown = async (seconds: number, all = expected) => {
    const data = run();
    const totals = { ...data.totals, compile_seconds: seconds };
    await act(() => render(null, app));
    await act(() => render(
      <App data={{ ...data, totals, expected: all }} parts={NO_PARTS} />, app));
    const fold = [...app.querySelectorAll("details")]
      .find((one) => one.querySelector("summary")?.textContent?.includes("ettled recompiles"));
    return fold?.open ? [...fold.querySelectorAll("li .at")].map((one) => one.textContent) : null;
  };
  expect(await shown(1)).toEqual(["0.3 s (30 % of compiling)", "0.1 s (10 % of compiling)"]);
  expect(await shown(100)).toBeNull();
  // As `index.md` writes it.
  expect(await shown(100, [expected[0]!, { ...expected[1]!, seconds: 9 }]))
    .toEqual(["9.0 s (9 % of compiling)", "0.1 s (under 1 % of compiling)"]);
});

test("the table of functions shows the rows that the data has", () => {
  const rows = [...app.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["f", "toy.py:2", "1", "1", "0", "3", "1.00 s", "1.50 s"],
    ["↳ resume at toy.py:5 → line 6-7", "toy.py:5", "1", "0", "0", "–", "0.50 s", ""],
  ]);
});

test("a click on a line selects it, lights the others, and is in the address", async () => {
  await see({ frame: "f0", panel: "code" });
  const row = app.querySelector<HTMLElement>('[aria-label^="You wrote"] [data-n="4"]');
  await act(() => row?.click());
  expect(linked("You wrote toy.py")).toEqual([4]);
  expect(linked("What runs")).toEqual([2]);
  expect(location.hash).toBe("#f0/0/code?line=4");
});

test("the reason of a break stands below its line, lines in a graph are marked", async () => {
  await see({ frame: "f0", panel: "code" });
  const code = app.querySelector('pre[aria-label^="You wrote"]');
  expect(code?.querySelector('[data-n="4"]')?.classList.contains("covered")).toBe(true);
  const broken = code?.querySelector('[data-n="5"]');
  expect(broken?.classList.contains("broken")).toBe(true);
  expect(broken?.nextElementSibling?.textContent)
    .toBe("graph break: Data-dependent branching");
});

test("pointing lights up too, and leaves nothing behind", async () => {
  await see({ frame: "f0", panel: "code" });
  const code = app.querySelector('pre[aria-label="What runs"]');
  await act(() => {
    code?.querySelector('[data-n="3"]')
      ?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  });
  expect(linked("You wrote toy.py")).toEqual([6]);
  await act(() => { code?.dispatchEvent(new MouseEvent("mouseleave")); });
  expect(linked("You wrote toy.py")).toEqual([]);
});

test("a kernel lights the lines of every function it comes from", async () => {
  await see({ frame: "f0", panel: "code", panes: ["source", "kernel"],
    selection: { kind: "kernel", file: "__compiled_fn_1.kernel_0.py", name: "k_abs" } });
  expect(linked("You wrote toy.py")).toEqual([4]);
  expect(linked("g · helper.py")).toEqual([2]);
  expect(linked("__compiled_fn_1.kernel_0.py")).toEqual([3, 9]);
});

test("brackets step through the entries, slash goes to the search field", async () => {
  await see({ frame: "f0", panel: "code" });
  await press(document.body, "]");
  expect(location.hash).toBe("#f0/1/code");
  await press(document.body, "]");
  expect(location.hash).toBe("#f1/0/code");
  await press(document.body, "[");
  expect(location.hash).toBe("#f0/1/code");
  await press(document.body, "/");
  expect(document.activeElement?.id).toBe("search");
});

test("arrow keys move in the tree, open and close it", async () => {
  const item = () => document.activeElement as HTMLElement;
  const first = app.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
  await act(() => first?.focus());
  for (let n = 0; n < 3; n++) await press(item(), "ArrowDown");
  expect(item().textContent).toContain("f toy.py:2");
  const rows = app.querySelectorAll('[role="treeitem"]').length;
  await press(item(), "ArrowLeft");
  expect(item().getAttribute("aria-expanded")).toBe("false");
  expect(app.querySelectorAll('[role="treeitem"]').length).toBeLessThan(rows);
  await press(item(), "ArrowRight");
  expect(app.querySelectorAll('[role="treeitem"]').length).toBe(rows);
});

test("a call that was asked about lists its entries and marks what fails", async () => {
  const asked = () => [...app.querySelectorAll<HTMLButtonElement>(".gd-asked")];
  await see({ frame: "f0", at: 0, panel: "guards" });
  expect(app.textContent).toContain("depyf.check(fn, *args)");
  expect(asked()).toEqual([]);
  const data = run();
  const [frame] = data.frames;
  const details = data.details["f0"]?.compilations[0];
  if (frame === undefined || details === undefined) throw new Error("no frame");
  frame.checks = [{ outcome: "compile", words: "", times: 3, misses: [{
    entry: { name: "entry 0", compilation: 0 }, words: "`n` is 4, expected 3",
    guard: "n == 3", advice: "make it a tensor" }] }];
  details.guard_groups = [{ title: "torch's own state", own: ["n == 3", "m"], common: [] }];
  details.failing = [{ check: 0, title: "torch's own state", text: "n == 3" }];
  await act(() => render(<App key="asked" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", at: 0, panel: "guards" });
  const marks = () => [...app.querySelectorAll(".gd-failing")].map((one) => one.textContent);
  expect(marks()).toEqual([]);
  await act(() => asked()[0]?.click());
  expect(location.hash).toBe("#f0/0/guards?check=0");
  expect(marks()).toEqual(["n3fails: n is 4, expected 3"]);
  expect(app.querySelector(".gd-failing")?.closest("details")?.open).toBe(true);
  expect(app.querySelector(".gd-entries")?.textContent).toContain("to change: make it");
  await act(() => asked()[0]?.click());
  expect(marks()).toEqual([]);
  expect(asked()[0]?.getAttribute("aria-expanded")).toBe("false");
});

test("an emptied search goes back to where it began", async () => {
  await see({ frame: "f0", at: 0, panel: "guards" });
  const field = app.querySelector<HTMLInputElement>("#search");
  const write = (text: string) => act(() => {
    if (field === null) return;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await write("ABS");
  expect([...app.querySelectorAll(".hit mark")].map((mark) => mark.textContent))
    .toContain("abs");
  await write("");
  expect(location.hash).toBe("#f0/0/guards");
});

test("a table is copied as Markdown, and shown where copying is forbidden", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText")
    .mockImplementationOnce((text) => Promise.resolve(void copied.push(text)))
    .mockImplementationOnce(() => Promise.reject(new Error("forbidden")));
  const copy = app.querySelector<HTMLElement>("caption button");
  await act(async () => { copy?.click(); await Promise.resolve(); });
  expect(copied[0]).toContain("| f | toy.py:2 | 1 | 1 | 0 | 3 | 1.00 s |");
  await act(async () => { copy?.click(); await Promise.resolve(); });
  await settle();
  expect(app.querySelector<HTMLTextAreaElement>("textarea")?.value).toBe(copied[0]);
  write.mockRestore();
});

test("texts of the run become text, whatever they hold", async () => {
  render(null, app);
  const evil = "<img src=x onerror=alert(1)>";
  const data = run();
  data.findings[0]!.title = data.findings[0]!.why = `\`${evil}\` ${evil}`;
  data.texts = data.texts.map((text) => `${text}# ${evil}\n`);
  data.frames[0]!.title = evil;
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  for (const panel of ["", "code", "details", "guards", "kernels", "flow"]) {
    await see(panel === "" ? {} : { frame: "f0", panel });
    expect(app.textContent).toContain(evil);
    expect(app.querySelector("img")).toBeNull();
  }
});

test("what is looked at is read first, and what cannot be read says so", async () => {
  render(null, app);
  const data = { ...run(), details: {}, files: {} };
  const { details } = run();
  const parts = new Parts(data, {}, { f0: { texts: ["def read(): pass"],
    details: { f0: { ...details.f0!, source: 0, compilations: [] } } },
  f1: { packed: "bm8gZ3ppcA==" } });
  await act(() => render(<App data={data} parts={parts} />, app));
  expect(data.details).toEqual({});
  await see({ frame: "f0" });
  await vi.waitFor(() => expect(app.querySelector('[role="alert"]')?.textContent)
    .toContain("cannot be read"));
  expect(Object.keys(data.details)).toEqual(["f0"]);
});

const told = () =>
  (app.querySelector(".told")?.textContent ?? "").replace(/(?: Fused\? ▾)?Copy link$| Copy link$/, "");

test("a selected line names its kernels, each a click away", async () => {
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(told()).toBe("toy.py:4 in k_abs≈ · 1 operation · leads to g");
  const link = app.querySelector<HTMLAnchorElement>(".told a");
  expect(link?.getAttribute("href")).toBe("#f0/0/code?kernel=__compiled_fn_1.kernel_0.py%3Ak_abs");
});

test("a line that another entry has leads there, and one that none has says so", async () => {
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 6 } });
  expect(told()).toBe("toy.py:6 not in this entry: compiled in resume at toy.py:5, entry 0");
  expect(app.querySelector(".told a")?.getAttribute("href")).toBe("#f1/0/code?line=6");
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 5 } });
  expect(told()).toContain("in this entry's graph, in no kernel");
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 1 } });
  expect(told()).toContain("in no graph");
});

test("a `def` line says that the backend makes no kernels in the words of the lines of its body", async () => {
  const data = run();
  data.compile_calls["f0"] = { file: "/home/user/toy.py", line: 1, text: "torch.compile(f)", backend: "eager" };
  data.frames[0]!.compilations![0]!.kernels = [];
  data.details["f0"]!.compilations[0]!.kernel_data = [];
  await act(() => render(<App key="no kernels" data={data} parts={NO_PARTS} />, app));
  const said = async (line: number) => {
    await see({ frame: "f0", panel: "code", selection: { kind: "source", line } });
    return told();
  };
  expect(await said(3)).toContain("in this entry's graph: the backend eager makes no kernels");
  expect(await said(5)).toContain("in this entry's graph: the backend eager makes no kernels");
});

test("kernels of a row share their stem, and the backward is named once", async () => {
  const data = run();
  const [kernel] = data.details["f0"]!.compilations[0]!.kernel_data!;
  const [file] = data.frames[0]!.compilations![0]!.kernels!;
  file!.backward = false;
  const back = "__compiled_fn_1.kernel_1.py";
  data.frames[0]!.compilations![0]!.kernels!.push({ ...file!, file: back, backward: true });
  data.details["f0"]!.compilations[0]!.kernel_data = [["cpp_fused_0", kernel!.file], ["cpp_fused_add_2", kernel!.file],
    ["cpp_fused_mul_1", back], ["extern_kernels.mm", back]].map(([name, of]) =>
    ({ ...kernel!, kernel: name!, file: of! }));
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(told()).toContain("in 4 kernels: forward 2: cpp_fused_0≈, _2≈; backward 2: cpp_fused_1≈, extern_kernels.mm≈ · 1 operation");
});

/** The run with kernels of these names in the forward and in the backward. */
function withKernels(forward: string[], backward: string[]) {
  const data = run();
  const [kernel] = data.details["f0"]!.compilations[0]!.kernel_data!;
  const { kernels: files } = data.frames[0]!.compilations![0]!;
  const back = "__compiled_fn_1.kernel_1.py";
  files![0]!.backward = false;
  files!.push({ ...files![0]!, file: back, backward: true });
  const all = [...forward.map((name) => [name, kernel!.file]), ...backward.map((name) => [name, back])];
  const [found] = data.details["f0"]!.compilations;
  found!.kernel_data = all.map(([name, file]) => ({ ...kernel!, kernel: name!, file: file! }));
  return { data, found: found!, back };
}

test("of many kernels each direction has its number and its first kernels, the others in a title", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `cpp_fused_${at}`);
  await act(() => render(<App data={withKernels(many(9), many(20)).data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(told()).toContain("in 29 kernels: forward 9: cpp_fused_0≈, _1≈, _2≈, …; "
    + "backward 20: cpp_fused_0≈, _1≈, _2≈, … · 1 operation");
  expect([...app.querySelectorAll(".told span[title]")].map((one) => one.getAttribute("title")))
    .toContain("cpp_fused_3, cpp_fused_4, cpp_fused_5, cpp_fused_6, cpp_fused_7, cpp_fused_8");
  await act(() => render(<App data={withKernels(many(2), many(20)).data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(told()).toContain("forward 2: cpp_fused_0≈, _1≈; backward 20: cpp_fused_0≈, _1≈, _2≈, _3≈, _4≈, _5≈, _6≈, _7≈, _8≈, _9≈, …");
});

test("of many kernels one of each kind is named, library calls first", async () => {
  const many = (...library: string[]) => [...Array.from({ length: 9 }, (_, at) => `cpp_fused_${at}`), ...library];
  await act(() => render(<App data={withKernels(many("extern_kernels.convolution"),
    many("torch.ops.aten.convolution_backward.default")).data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  expect(told()).toContain("forward 10: extern_kernels.convolution≈, cpp_fused_0≈, _1≈, …; "
    + "backward 10: convolution_backward≈, cpp_fused_0≈, _1≈, …");
});

test("a line that only makes views in the forward says so, and what its backward is in", async () => {
  const { data, found, back } = withKernels(["cpp_fused_0"], ["cpp_fused_1"]);
  const at = [{ file: HELPER, line: 2 }];
  const [first] = found.graph_data!;
  const graph = (backward: boolean, label: string, bytes: number) => ({ ...first!, backward, label,
    stage: "AFTER_POST_GRAD", file: `${backward}.py`, nodes: [{ ...first!.nodes[1]!, name: "n", label, bytes, places: at }] });
  found.graph_data!.push(graph(false, "aten.permute.default(a)", 0), graph(true, "aten.mul.Tensor(a)", 8));
  found.kernel_data = found.kernel_data!.map((one) => ({ ...one, places: [], nodes: ["n"],
    modules: {}, graph: one.file === back ? "true.py" : "false.py" }));
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 2, file: HELPER } });
  expect(told()).toContain("helper.py:2 forward: only makes views; read in cpp_fused_0≈; backward: cpp_fused_1≈");
});

test("a second line with Shift answers whether the two are fused", async () => {
  await see({ frame: "f0", panel: "code" });
  expect(told()).toContain("are the two fused?");
  const click = (row: string, shiftKey: boolean) => act(() => {
    app.querySelector(row)?.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey }));
  });
  await click('[aria-label^="You wrote"] [data-n="4"]', false);
  await click('.captured [data-n="2"]', true);
  expect(location.hash).toContain("line=4&also=2&alsoin=");
  expect(told()).toContain("toy.py:4 and helper.py:2 toy.py:4 stands for what it calls: g.The same operations, in k_abs≈.");
  await click('[aria-label^="You wrote"] [data-n="5"]', true);
  expect(told()).toContain("toy.py:4 and 5 No: a graph break is at toy.py:5.");
  await click('[aria-label^="You wrote"] [data-n="4"]', false);
  expect(told()).toContain("toy.py:4 in k_abs");
});

test("the row of a selected line asks what it may be fused with", async () => {
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const menu = [...app.querySelectorAll<HTMLDetailsElement>(".told .menu")].at(-1)!;
  await act(() => { menu.open = true; menu.dispatchEvent(new Event("toggle")); });
  const field = menu.querySelector("input")!;
  await act(() => {
    field.value = "model.block";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(menu.querySelector('[role="status"]')?.textContent).toBe("toy.py:4 stands for what it calls: g.The same operations, in k_abs≈.");
});

test("Escape closes an open menu, and only then selects nothing", async () => {
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const menu = () => [...app.querySelectorAll<HTMLDetailsElement>(".told .menu")].at(-1);
  await act(() => { menu()!.open = true; menu()!.dispatchEvent(new Event("toggle")); });
  await press(menu()!.querySelector("input")!, "Escape");
  await settle();
  expect(menu()?.open).toBe(false);
  expect(location.hash).toContain("line=4");
  await press(app.querySelector(".told")!, "Escape");
  await settle();
  expect(location.hash).not.toContain("line=4");
});

test("a line with a def says what its body does", async () => {
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 3 } });
  expect(told()).toBe("toy.py:3 body: in k_abs≈ · 2 operations");
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 1, file: HELPER } });
  expect(told()).toBe("helper.py:1 body: in k_abs≈ · 1 operation");
  await see({ frame: "f1", panel: "code", selection: { kind: "source", line: 3 } });
  expect(told()).toContain("in this entry's graph");
});

test("Fused? takes a line number, and says what to type for what it does not know", async () => {
  await see({ frame: "f0", panel: "kernels" });
  const fields = [...app.querySelectorAll<HTMLInputElement>('input[list="kernel-choices"]')];
  const ask = async (...typed: string[]) => {
    for (const [at, text] of typed.entries()) await act(() => {
      const field = fields[at]!;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return app.querySelector('main [role="status"]')?.textContent;
  };
  expect(await ask("4", "model.block")).toBe("toy.py:4 stands for what it calls: g.The same operations, in k_abs≈.");
  expect(await ask("bl", "model.block")).toBe("bl names no module, function, operation or line of a kernel. "
    + "Type a module, a function, an operation or a line, such as model.block.");
  expect(await ask("k_abs", "model.block")).toBe("k_abs is a kernel. "
    + "Type a module, a function, an operation or a line, such as model.block or helper.py:2.");
  expect(await ask("zz", "model.block")).toBe("zz names no module, function, operation or line of a kernel. "
    + "Type a module, a function, an operation or a line, such as model.block or helper.py:2.");
  expect(app.querySelectorAll("main tbody tr")).toHaveLength(1);
  // The address has the question, for a reload; a blank may be part of it.
  await ask("x @ ", "model.block");
  expect(fields[0]?.value).toBe("x @ ");
  // It is written a moment later after many changes, as by the tests before.
  expect(stateOf(fragmentOf(current())).fused).toEqual(["x @ ", "model.block"]);
});

test("the details of a break have the edit that the overview names", async () => {
  await see({ frame: "f0", panel: "details" });
  expect(app.querySelector(".details pre.edit")?.textContent).toBe("y = 1");
});

test("Enter in the search goes to the first place that was found", async () => {
  await see({ panel: "search", query: "abs" });
  const field = app.querySelector<HTMLInputElement>("#search")!;
  await press(field, "ArrowDown");
  expect(document.activeElement).toBe(app.querySelector(".hit"));
  const first = app.querySelector(".hit")?.getAttribute("href");
  field.focus();
  await press(field, "Enter");
  expect(location.hash).toBe(first);
  expect(document.activeElement).not.toBe(field); // so that keys work
});

test("Enter directly after typing goes there, before the places are drawn", async () => {
  const ask = (words: string) => {
    const field = app.querySelector<HTMLInputElement>("#search")!;
    field.value = words;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  };
  await act(() => ask("abs"));
  expect(location.hash).toMatch(/^#f0\/0\/code\?line=2/);
  // Nor are they read yet.
  const data = run();
  await see({});
  await act(() => render(<App key="unread" data={data}
    parts={new Parts(data, {}, { rest: { texts: ["far = 1"], files: { "far.py": 0 } } })} />, app));
  await act(() => ask("far = 1"));
  await vi.waitFor(() => expect(location.hash).toMatch(/^#files\/far\.py/));
});

test("a backward is held against the joint graph, not against the forward", () => {
  const stages = [["Joint_graph", false], ["Forward_graph", false], ["Backward_graph", true],
    ["AFTER_POST_GRAD", true]] as const;
  const graphs = stages.map(([stage, backward]) => ({ file: stage, prefix: "p", stage,
    backward, nodes: [], saved: [], saved_bytes: 0 }));
  expect(graphs.map((one) => stageBefore(graphs, one)?.stage)).toEqual([undefined,
    "Joint_graph", "Joint_graph", "Backward_graph"]);
});

test("a large graph is drawn when what was clicked for has been painted", async () => {
  render(null, app);
  const data = run();
  const graph = data.details["f0"]?.compilations[0]?.graph_data?.[0];
  if (graph === undefined) throw new Error("no graph");
  graph.nodes = Array.from({ length: 300 }, (_, at) => ({ ...graph.nodes[0]!,
    name: `n${at}`, takes: at === 0 ? [] : [at - 1] }));
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", panes: ["graph"] });
  expect(app.textContent).toContain("Drawing 300 nodes…");
  await vi.waitFor(async () => {
    await settle();
    expect(app.querySelector(".graph-picture")).not.toBeNull();
  });
  expect(app.textContent).not.toContain("Drawing");
});

// The last one: afterwards no address may be written for a while.

test("what had to wait is not written over a place that was gone to meanwhile", async () => {
  vi.useFakeTimers();
  try {
    for (let line = 1; line <= 60; line++)
      go({ ...HOME, frame: "f0", selection: { kind: "source", line } }, true);
    const before = location.hash;
    history.replaceState(null, "", "#run"); // the page hears of it in a turn of its own
    vi.advanceTimersByTime(1000);
    expect(before).not.toContain("line=60");
    expect(location.hash).toBe("#run");
  } finally {
    vi.useRealTimers();
  }
});

test("what is settled says which line needs the value, and what made it", async () => {
  const data = run();
  data.expected = [{ subject: "f", what: "n varies", edit: "dynamic=True", seconds: 1.5,
    line: { file: data.program, line: 4, text: "y = x + n" },
    origin: [{ file: data.program, line: 9, text: "n = len(words)" }] }];
  await act(() => render(<App key="expected" data={data} parts={NO_PARTS} />, app));
  await see({});
  const text = app.querySelector("main")?.textContent;
  expect(text).toContain("needed by toy.py:4 y = x + n");
  expect(text).toContain("value from toy.py:9 n = len(words)");
  const again = "1.5 s (100 % of compiling) for compiling again";
  const remains = "; after the edit, one entry for all values remains";
  expect(text).toContain(again);
  expect(text).not.toContain(remains);
  const saving = { ...data, recompiles: { ...data.recompiles, saved_seconds: 0.5 } };
  await act(() => render(<App key="saving" data={saving} parts={NO_PARTS} />, app));
  await see({});
  expect(app.querySelector("main")?.textContent).toContain(again + remains);
});

test("the head says that a cold start takes longer, if torch's caches had results", async () => {
  const data = run();
  const head = () => app.querySelector(".totals")?.textContent;
  await act(() => render(<App key="cold" data={data} parts={NO_PARTS} />, app));
  await see({});
  expect(head()).not.toContain("caches");
  const warm = { ...data, totals: { ...data.totals, cached_entries: 1 } };
  await act(() => render(<App key="warm" data={warm} parts={NO_PARTS} />, app));
  expect(head()).toContain("1 entry used torch's caches: a cold start takes longer.");
});

test("the head names the exception that ended the run", async () => {
  const data = run();
  const head = () => app.querySelector(".totals")?.textContent;
  await act(() => render(<App key="whole" data={data} parts={NO_PARTS} />, app));
  await see({});
  expect(head()).not.toContain("ended");
  await act(() => render(<App key="ended" data={{ ...data, ended_with: "TypeError" }} parts={NO_PARTS} />, app));
  expect(head()).toContain("ended with TypeError");
});

test("why a function was not compiled is whole in the tooltip of its head", async () => {
  const data = run();
  const [frame] = data.frames;
  frame!.compilations = [{ id: "0/0", skipped: "Dynamo recompile limit exceeded" }];
  await act(() => render(<App key="refused" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0" });
  expect(app.querySelector(".head-line .why.bad")?.getAttribute("title")).toBe("Dynamo recompile limit exceeded");
});

test("why an entry was compiled, and what a pane is called, are whole in tooltips", async () => {
  const data = run();
  const [first] = data.frames[0]!.compilations!;
  data.frames[0]!.compilations = [{ ...first!, reason: { text: "size mismatch" } }];
  await act(() => render(<App key="again" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0" });
  expect(app.querySelector(".head-line .why.warn")?.getAttribute("title")).toBe("recompiled, a guard failed: size mismatch");
  const names = [...app.querySelectorAll(".pane > h2 .name")];
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name.getAttribute("title")).toBe(name.textContent);
});

test("an address of nothing says so, and shows the overview", async () => {
  const says = () => app.querySelector('main [role="status"].warn')?.textContent ?? "";
  await see({});
  expect(says()).toBe("");
  for (const place of [{ panel: "nonsense" }, { frame: "f99" }, { frame: "f0", at: 77 }]) {
    await see(place);
    expect(says()).toContain("nothing at the address");
    expect(app.querySelector(".totals")).not.toBeNull();
  }
});

test("the link to all edits that were tried brings their list into view", async () => {
  const data = run();
  data.edits = [{ verdict: "kept", what: "choose `x`", line: 1, why: "better",
    before: { compile_seconds: 2, graph_breaks: 1 }, after: { compile_seconds: 1 } }];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  const link = [...app.querySelectorAll("main a")].find((one) => one.textContent === "All that was tried");
  expect(link?.getAttribute("href")).toBe("#run/edits");
  const seen = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  await see({ panel: "run", file: "edits" });
  expect(seen.mock.contexts.map((one) => (one as Element).textContent)).toContain("Edits tried");
  seen.mockRestore();
  expect(app.querySelector("main table")?.textContent).toContain("Compiling");
  expect(app.querySelector("main table")?.textContent).not.toContain("Whole run");
});
