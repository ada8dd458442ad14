import { expect, test } from "vitest";
import { modelOf } from "../src/model";
import { search } from "../src/search";
import { stateOf } from "../src/state";
import { FILE, HELPER, run, TEXTS } from "./run";

const found = (words: string) => search(modelOf(run()), words)
  .map(({ kind, href }) => ({ kind, ...stateOf(href) }));

test("a function that was captured is found, and its line is where the entry shows it", () => {
  const [hit] = found("return a.abs").filter(({ kind }) => kind === "captured");
  expect(hit).toMatchObject({ frame: "f0", at: 0, panel: "code",
    selection: { kind: "source", line: 2, file: HELPER } });
  const [head] = found("def g(a)").filter(({ kind }) => kind === "captured");
  expect(head).toMatchObject({ frame: "f0", selection: { line: 1, file: HELPER } });
});

test("a line that the user wrote is found in the entry that captured it", () => {
  expect(found("x = g(a)").find(({ kind }) => kind === "you wrote"))
    .toMatchObject({ frame: "f0", selection: { kind: "source", line: 4 } });
  expect(FILE).not.toBe(HELPER);
});

test("each line of the user's that holds the words is a place", () => {
  const { source, source_line: first } = run().details["f0"] ?? {};
  const lines = (run().texts[source ?? -1] ?? "").split("\n");
  const own = lines.flatMap((line, at) => line.includes("x") ? [at + (first ?? 1)] : []);
  expect(own.length).toBeGreaterThan(1);
  expect(found("x").filter(({ kind }) => kind === "you wrote").map(({ selection }) =>
    selection?.kind === "source" ? selection.line : 0)).toEqual(own);
});

test("a line of the program that no entry shows is a hit in its file, others are none", () => {
  const data = run();
  const whole = `import torch\n${TEXTS.source}\nprint(f(torch.ones(2)), a)\n`;
  data.files[FILE] = data.texts.push(whole) - 1;
  const model = modelOf(data);
  const hits = search(model, "torch").filter(({ kind }) => kind === "your program");
  expect(hits.map(({ line }) => line)).toEqual(["import torch", "print(f(torch.ones(2)), a)"]);
  expect(hits[1]?.href).toContain("#files/");
  expect(hits[1]?.href).toContain("line=9");
  expect(search(model, "x.sum()").map(({ kind }) => kind)).not.toContain("your program");
});

test("a file and a number name a line, which is found first", () => {
  const [first] = found("helper.py:2");
  expect(first).toMatchObject({ kind: "this line", frame: "f0", at: 0,
    selection: { kind: "source", line: 2, file: HELPER } });
  const [own] = search(modelOf(run()), "toy.py:4");
  expect(own).toMatchObject({ name: "toy.py:4", line: "x = g(a)" });
  expect(found("helper.py:99").filter(({ kind }) => kind === "this line")).toEqual([]);
});
