// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
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
