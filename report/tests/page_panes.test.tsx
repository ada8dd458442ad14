// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { App } from "../src/App";
import { go } from "../src/state";
import { FILE, run } from "./run";
import { app, NO_PARTS, press, see, settle } from "./shown";

const columns = () => [...app.querySelectorAll(".part")].map((part) =>
  [...part.querySelectorAll(".pane")].map((pane) => pane.getAttribute("aria-label")));
const LEFT = ["You wrote · toy.py:2", "What runs · f"];

test("a closed pane is gone and stays so in the address", async () => {
  await see({ frame: "f0", panel: "code" });
  await act(() => app.querySelector<HTMLElement>('[aria-label^="Close You wrote"]')?.click());
  expect(app.querySelector('[aria-label^="You wrote"]')).toBeNull();
  expect(location.hash).toContain("panes=shown+graph+kernel");
});

test("the panes of the start are in no address", async () => {
  await see({ frame: "f0", panel: "code" });
  const close = () => app.querySelector<HTMLElement>('[aria-label^="Close You wrote"]');
  await act(() => close()?.click());
  const buttons = [...app.querySelectorAll<HTMLElement>(".toggles button")];
  await act(() => buttons.find((one) => one.textContent === "Source")?.click());
  expect(close()).not.toBeNull();
  expect(location.hash).toBe("#f0/0/code");
});

const PANES = "#f0/0/code?panes=source+kernel";

test("arrows move what is between panes, the address keeps it, Enter undoes it", async () => {
  await see({ frame: "f0", panel: "code", panes: ["source", "kernel"] });
  const divider = () => app.querySelector<HTMLElement>('main [role="separator"]')!;
  const grown = () => [...app.querySelectorAll<HTMLElement>(".part")]
    .map(({ style }) => style.flexGrow);
  expect(divider().getAttribute("aria-valuenow")).toBe("40");
  await press(divider(), "ArrowRight");
  await press(divider(), "ArrowRight");
  expect(grown()).toEqual(["2.2", "2.8"]);
  expect(divider().getAttribute("aria-valuenow")).toBe("44");
  expect(location.hash).toBe(`${PANES}&widths=source-2.2+kernel-2.8`);
  expect(app.querySelector("#tab-guards")?.getAttribute("href")).toContain("widths=source");
  await press(divider(), "ArrowLeft");
  await press(divider(), "ArrowLeft");
  expect(location.hash).toBe(PANES);
  await press(divider(), "Home");
  expect(divider().getAttribute("aria-valuenow"))
    .toBe(divider().getAttribute("aria-valuemin"));
  await press(divider(), "Enter");
  expect(grown()).toEqual(["2", "3"]);
  await press(divider(), "End");
  await act(() => {
    divider().dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
  });
  expect(location.hash).toBe(PANES);
});

test("widths come from the address", async () => {
  await act(() => {
    location.hash = "#f0/0/code?panes=source+kernel&widths=source-4+kernel-1+evil--1";
    globalThis.dispatchEvent(new Event("hashchange"));
  });
  await settle();
  expect(app.querySelector('main [role="separator"]')?.getAttribute("aria-valuenow")).toBe("80");
});

test("a wide window shows all panes at once, a narrow one two columns", async () => {
  await see({ frame: "f0", panel: "code" });
  expect(columns()).toEqual([LEFT, ["Graph"]]);
  await see({});
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(min-width: 1500px)",
    addEventListener: () => {}, removeEventListener: () => {} }));
  try {
    await see({ frame: "f0", panel: "code" });
    expect(columns()).toEqual([LEFT, ["Graph"], ["Generated code"]]);
    await see({ frame: "f0", panel: "code", panes: ["source", "kernel"] });
    expect(columns()).toEqual([[LEFT[0]], ["Generated code"]]);
  } finally {
    vi.unstubAllGlobals();
  }
});

test("the pane of what is selected comes to the front, and stays there", async () => {
  const kernel = { kind: "kernel" as const, file: "__compiled_fn_1.kernel_0.py",
    name: "k_abs" };
  await see({ frame: "f0", panel: "code", selection: kernel });
  expect(columns()).toEqual([LEFT, ["Generated code"]]);
  await act(() => go({ selection: { kind: "source", line: 4 } }));
  expect(columns()).toEqual([LEFT, ["Generated code"]]);
  const tab = (text: string) => [...app.querySelectorAll<HTMLElement>(".pane h2 [aria-pressed]")]
    .find((one) => one.textContent === text);
  await act(() => tab("Graph")?.click());
  expect(columns()).toEqual([LEFT, ["Graph"]]);
  await see({ frame: "f0", panel: "code", panes: ["source"], selection: kernel });
  expect(columns()).toEqual([[LEFT[0]]]);
});

test("a pane is maximised by a double click or a key, which the address keeps", async () => {
  await see({ frame: "f0", panel: "code" });
  const head = () => app.querySelector('[data-pane="shown"] h2')!;
  await act(() => { head().dispatchEvent(new MouseEvent("dblclick", { bubbles: true })); });
  expect(columns()).toEqual([["What runs · f"]]);
  expect(location.hash).toBe("#f0/0/code?large=shown");
  await press(document, "m");
  expect(columns()).toEqual([LEFT, ["Graph"]]);
  app.querySelector<HTMLElement>('pre[aria-label="What runs"]')?.focus();
  await press(document, "m");
  expect(columns()).toEqual([["What runs · f"]]);
});

test("a kernel that is selected has the name that lists have, and its whole one as title", async () => {
  const data = run();
  const [kernel] = data.details["f0"]!.compilations[0]!.kernel_data!;
  data.details["f0"]!.compilations[0]!.kernel_data = [{ ...kernel!, kernel: "cpp_fused_add_mul_9" }];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code",
    selection: { kind: "kernel", file: kernel!.file, name: "cpp_fused_add_mul_9" } });
  const name = app.querySelector(".told > b");
  expect([name?.textContent, name?.getAttribute("title")]).toEqual(["cpp_fused_9", "cpp_fused_add_mul_9"]);
});

test("the kernels of a module have the calls that run for it", async () => {
  const data = run();
  const [kernel] = data.details["f0"]!.compilations[0]!.kernel_data!;
  const launch = (line: number, node: number) => ({ line, nodes: [node], places: [0] });
  data.details["f0"]!.compilations[0]!.kernel_data = [
    { ...kernel!, calls: 2, nodes: ["abs_1", "less"], launches: [launch(8, 0), launch(9, 1)],
      modules: { "blocks[0]": [0], "blocks[1]": [1] } },
    { ...kernel!, kernel: "k_once" }];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4 } });
  const menu = [...app.querySelectorAll("details")].find((one) => one.textContent?.startsWith("By module"));
  await act(() => { menu!.open = true; menu!.dispatchEvent(new Event("toggle")); });
  expect([...menu!.querySelectorAll("dl > div")].map((one) => one.textContent))
    .toEqual(["blocks[0]k_abs≈ (call 1)", "model.blockk_once≈"]);
});

test("an edit lists its parts with their effects, and has its diff", async () => {
  const data = run();
  data.edits = [{ verdict: "kept", what: "do `a`; then do `b`", file: FILE, line: 5, why: "graph breaks 2 -> 0", diff: "-old\n+new\n",
    parts: [{ what: "do `a`", why: "graph breaks 2 -> 1" }, { what: "do `b`", why: "graph breaks 2 -> 0" }] }];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ panel: "run", file: "edits" });
  const row = app.querySelector("main tbody tr");
  expect([...row!.querySelectorAll("ol > li")].map((one) => one.textContent?.replaceAll("\u00a0", " ").trim()))
    .toEqual(["do a: graph breaks 2 → 1", "do b"]);
  expect(row?.textContent).toContain("One edit with 2 parts");
  expect(row?.querySelector("a")?.getAttribute("href")).toBe("#f0/0/code?line=5");
  await act(() => row!.querySelector<HTMLElement>("summary")!.click());
  expect(row?.querySelector("pre.edit")?.textContent).toContain("+new");
});

test("the edits tried link to their results and to the run after them", async () => {
  const data = run();
  data.edits = [{ verdict: "kept", what: "choose `x`", line: 1, why: "better" }];
  const hrefs = () => [...app.querySelectorAll("main a")].map((one) => one.getAttribute("href"));
  data.cure_files = { results: "../../a b/cure.md", after: "" };
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ panel: "run" });
  expect(hrefs()).toContain("../../a%20b/cure.md");
  expect(app.textContent).not.toContain("the run with the kept edits");
  data.cure_files.after = "../../run_2/dump/index.html";
  await see({});
  await see({ panel: "run" });
  expect(hrefs()).toContain("../../run_2/dump/index.html");
});

test("the page of a run with edits says that it is one, what they changed, and where the run before them is", async () => {
  const data = run();
  data.cure_files = { results: "../../../cure.md", after: "", before: "../../run_0/dump/index.html" };
  data.cure_summary = ["2 of 4 edits kept; whole run 12.3 s -> 23.6 s"];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  for (const panel of ["overview", "run"]) {
    await see({ panel });
    const told = app.querySelector("main .cured");
    expect(told?.textContent?.replaceAll("\u00a0", " ")).toContain("edits of depyf cure, not the files as they are. "
      + "depyf cure: 2 of 4 edits kept; whole run 12.3 s → 23.6 s.");
    expect([...told!.querySelectorAll("a")].map((one) => one.getAttribute("href")))
      .toEqual(["../../run_0/dump/index.html", "../../../cure.md"]);
  }
  data.cure_files.after = "../../run_4/dump/index.html"; // of a run with some of the edits only
  await see({});
  expect([...app.querySelectorAll("main .cured a")].map((one) => one.getAttribute("href"))).toContain("../../run_4/dump/index.html");
  delete data.cure_files.before;
  await see({ panel: "run" });
  await see({});
  expect(app.querySelector("main .cured")).toBeNull();
});

test("what runs instead of a decorated function has its name, not that of the decorator's code", async () => {
  const data = run();
  Object.assign(data.frames[0]!, { co_name: "wrapper", title: "M.forward, inside retried", decorator: "retried" });
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code" });
  expect(app.querySelector('[data-pane="shown"]')?.getAttribute("aria-label")).toBe("What runs · M.forward");
});

test("a comment is apart from the code before it, which keeps its text", async () => {
  const { Code } = await import("../src/ui/Code");
  const text = "def f(x):\n    y = x  # one\n    # two\n    return y\n";
  await act(() => render(<Code text={text} label="a" />, app));
  const rows = [...app.querySelectorAll<HTMLElement>(".row")];
  expect(rows.map((one) => one.textContent).join("\n")).toBe(text.trimEnd());
  expect(rows.map((one) => one.classList.contains("said"))).toEqual([false, true, true, false]);
  expect(rows[1]?.querySelector(".stays")?.textContent).toBe("    y = x");
  expect(rows[1]?.style.getPropertyValue("--in")).toBe("8");
  expect(rows[2]?.querySelector(".stays")).toBeNull();
});
