// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { run } from "./run";
import { app, NO_PARTS, see } from "./shown";

test("a file of the program opens whole, one of a library or of the dump is folded", async () => {
  const data = run();
  const text = ["config = Config(", ...Array.from({ length: 9 }, (_, at) => `    size_${at}=${at},`), ")"].join("\n");
  const names = ["/home/me/mine.py", "/usr/lib/python3.11/site-packages/lib.py", "graph.py"];
  for (const name of names) data.files[name] = data.texts.push(text) - 1;
  await act(() => render(<App key="files" data={data} parts={NO_PARTS} />, app));
  const folds: (boolean | undefined)[] = [];
  const button = () => [...app.querySelectorAll<HTMLElement>("pre.code button")].find(({ textContent: words }) =>
    words?.includes("9 lines of parameters"));
  for (const file of names) {
    await see({ panel: "files", file });
    folds.push(button()?.getAttribute("aria-expanded") === "true");
  }
  expect(folds).toEqual([true, false, false]);
  await see({ panel: "files", file: names[0]! });
  await act(() => button()?.click());
  expect(button()?.getAttribute("aria-expanded")).toBe("false");
});
