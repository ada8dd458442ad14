// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { editsOf } from "../src/edited";
import { modelOf } from "../src/model";
import { treeRows } from "../src/tree";
import { FILE, HELPER, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

/** A run with an edit that made a function of another file plain Python. */
function edited(file = HELPER) {
  const data = run();
  data.cure_files = { results: "", before: "" };
  data.edited = [{ file, lines: [1, 2], plain: [{ name: "A.kick", line: 9 }] }];
  data.files[file] = 2;
  return data;
}

test("a function that an edit made plain Python is in the tree and on the first screen", async () => {
  const data = edited();
  const row = treeRows(modelOf(data), () => true).at(-1);
  expect(row).toMatchObject({ label: "A.kick", note: "runs as Python" });
  await act(() => render(<App key="plain" data={data} parts={NO_PARTS} />, app));
  await see({ panel: "overview" });
  const told = [...app.querySelectorAll("main p")].find((one) => one.textContent?.includes("plain Python"));
  expect(told?.textContent).toBe("Edits made 1 function plain Python: A.kick (helper.py:9).");
  expect(told?.querySelector("a")?.getAttribute("href")).toBe(row?.href);
  expect(row?.href).toContain("line=9");
});

test("code with lines of an edit is not what the user wrote, and each view says that the run has edits", async () => {
  const head = () => app.querySelector('[data-pane="source"]')?.getAttribute("aria-label");
  await act(() => render(<App key="other file" data={edited()} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code" });
  expect(head()).toBe("You wrote · toy.py:2");
  expect(app.querySelector("details.captured summary")?.textContent).toContain("with edits of depyf cure");
  expect(app.querySelector("header")?.textContent).toContain("with edits of depyf cure");
  await act(() => render(<App key="this file" data={edited(FILE)} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code" });
  expect(head()).toBe("With edits of depyf cure · toy.py:2");
});

test("a run without edits has no such words", async () => {
  await see({ frame: "f0", panel: "code" });
  expect(app.textContent).not.toContain("edits of depyf cure");
});

test("only functions with lines of an edit have edits; others are in a file that is edited elsewhere", async () => {
  const data = edited(FILE);
  data.edited = [{ file: FILE, lines: [40], plain: [] }, { file: HELPER, lines: [41], plain: [] }];
  await act(() => render(<App key="elsewhere" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code" });
  expect(app.querySelector('[data-pane="source"]')?.getAttribute("aria-label")).toBe("You wrote · toy.py:2");
  expect(app.querySelector("details.captured summary")?.textContent).toContain("file edited elsewhere");
  expect(app.querySelector("details.captured summary")?.textContent).not.toContain("with edits");
});

test("a function of which an edit only deletes lines has edits, too", () => {
  const diff = "--- a/x.py\n+++ b/x.py\n@@ -3,5 +3,4 @@\n a\n-b\n c\n-d\n+e\n f\n";
  const at = (first: number, last: number, one = { file: "x.py", lines: [5], plain: [], diff }) =>
    editsOf({ edited: [one] }, "x.py", first, last);
  expect([at(1, 2), at(3, 3), at(2, 4), at(4, 4), at(5, 5), at(6, 9)])
    .toEqual(["elsewhere", "here", "here", "elsewhere", "here", "elsewhere"]);
  expect(editsOf({ edited: [{ file: "x.py", lines: [], plain: [] }] }, "x.py", 1, 2)).toBe("here");
  expect(editsOf({ edited: [] }, "x.py", 1, 2)).toBe("");
});

test("a run with edits shows them as one patch, on the first screen and under This run", async () => {
  const data = edited();
  data.edited = [{ file: FILE, lines: [4], plain: [], diff: "--- a/toy.py\n-old\n+new\n" }, { file: HELPER, lines: [2], plain: [], diff: "--- a/helper.py\n" }];
  await act(() => render(<App key="patch" data={data} parts={NO_PARTS} />, app));
  for (const panel of ["overview", "run"]) {
    await see({ panel });
    expect(app.querySelector("pre.edit")?.textContent).toBe("--- a/toy.py\n-old\n+new\n--- a/helper.py\n");
  }
  data.edited[0]!.diff = "+line\n".repeat(40);
  await act(() => render(<App key="long patch" data={data} parts={NO_PARTS} />, app));
  await see({ panel: "overview" });
  const folds = () => [...app.querySelectorAll("details")].filter((one) => one.textContent?.includes("The edits of this run"));
  expect(folds().map((one) => one.open)).toEqual([false]);
  await see({ panel: "run", file: "edits" });
  expect(folds().map((one) => one.open)).toEqual([true]);
});
