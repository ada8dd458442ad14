// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { modelOf } from "../src/model";
import { search } from "../src/search";
import { stateOf } from "../src/state";
import { FILE, run } from "./run";
import { app, NO_PARTS, see } from "./shown";

const kindsOf = (data: ReturnType<typeof run>, words: string) =>
  search(modelOf(data), words).map(({ kind, href, line }) => ({ kind, line, ...stateOf(href) }));

test("recompiles, graph breaks and refusals are found by these words, and by their reasons", () => {
  const data = run();
  const [first, refused] = data.frames[0]!.compilations!;
  first!.recompiled_because = [{ text: "grad_mode changed" }];
  refused!.skipped = "Dynamo recompile limit exceeded";
  for (const words of ["recompiled", "grad_mode"])
    expect(kindsOf(data, words)).toContainEqual(expect.objectContaining({ kind: "recompile", frame: "f0", at: 0, panel: "recompiles" }));
  for (const words of ["not compiled", "recompile limit"])
    expect(kindsOf(data, words)[0]).toMatchObject({ kind: "not compiled", frame: "f0", at: 1 });
  expect(kindsOf(data, "graph break")).toContainEqual(expect.objectContaining({ kind: "graph break", frame: "f0", panel: "details" }));
});

test("edits that were tried are found by their words and by their lines, those of the run by their file", () => {
  const data = run();
  data.edits = [{ verdict: "harmful", what: "call `f()` once", why: "the output differs", diff: "--- a/x.py\n-f()\n+_ONCE\n" }];
  for (const words of ["once", "harmful", "output differs", "_ONCE"])
    expect(kindsOf(data, words)).toContainEqual(expect.objectContaining({ kind: "edit", panel: "run", file: "edits" }));
  delete data.edits;
  data.edited = [{ file: FILE, lines: [4], plain: [{ name: "A.kick", line: 5 }] }];
  for (const [words, line] of [["toy.py", 4], ["a.kick", 5]] as const)
    expect(kindsOf(data, words)).toContainEqual(expect.objectContaining({ kind: "edit", selection: { kind: "source", line } }));
  data.edited[0]!.diff = "--- a/x.py\n-f()\n+_ONCE\n";
  for (const words of ["depyf cure edited", "_ONCE"])
    expect(kindsOf(data, words)).toContainEqual(expect.objectContaining({ kind: "edit", panel: "run", file: "edits" }));
});

test("each part of a card is found, also an option that is no edit", () => {
  const data = run();
  data.expected = [{ subject: "f", what: "`a` differs", cheaper: "`torch.compile(f, dynamic=False)` may take less time", of_cost: "2 s is also in finding 1",
    elsewhere: "This includes 2 recompiles of `g`.", cause: "`n` varies" }];
  for (const words of ["dynamic=False", "also in finding 1", "2 recompiles of g", "n varies"])
    expect(kindsOf(data, words)).toEqual([expect.objectContaining({ kind: "finding", panel: "overview", file: "expected-0" })]);
});

test("the figures of the first screen's table are found", () => {
  const data = run();
  data.overview = [{ frame: "f0", entries: 1, breaks: 0, recompiles: 0, hits: 1, seconds: 7.654 }];
  data.frames[0]!.compilations![0]!.saved_for_backward = [{ prefix: "", values: [], own_bytes: 17_900_000 } as never];
  expect(kindsOf(data, "7.65")).toEqual([expect.objectContaining({ kind: "figure", frame: "f0", panel: "code" })]);
  expect(kindsOf(data, "17.9 MB")).toEqual([expect.objectContaining({ kind: "figure", frame: "f0", at: 0, panel: "memory" })]);
});

test("the view of the run is found by the edits that it shows", () => {
  const data = run();
  const named = (words: string) => kindsOf(data, words).filter(({ kind }) => kind === "view").map(({ panel }) => panel);
  expect([named("edits tried"), named("edits made")]).toEqual([[], []]);
  data.edited = [{ file: FILE, lines: [4], plain: [], diff: "+a\n" }];
  expect([named("edits tried"), named("edits made")]).toEqual([[], ["run"]]);
  data.edits = [{ verdict: "kept", what: "a", why: "b" }];
  expect([named("edits tried"), named("edits made")]).toEqual([["run"], []]);
});

test("what is not compiled or not recorded, and what failed, is found", () => {
  const data = run();
  data.not_compiled = ["`f` (0/1): it has no graph"];
  data.not_here = ["its guards; torch did not report them"];
  data.failures = [{ where: "drawing", error: "ValueError" }];
  expect(kindsOf(data, "has no graph")[0]).toMatchObject({ kind: "not compiled", panel: "run" });
  expect(kindsOf(data, "did not report")[0]).toMatchObject({ kind: "not recorded", panel: "run" });
  expect(kindsOf(data, "valueerror")[0]).toMatchObject({ kind: "failed inside depyf" });
});

test("This run tells what was not compiled apart from what is not recorded", async () => {
  const data = run();
  data.not_compiled = ["`f` (0/1): it has no graph"];
  await act(() => render(<App data={data} parts={NO_PARTS} />, app));
  await see({ panel: "run" });
  const parts = [...app.querySelectorAll("h2")].map((one) => [one.textContent, one.nextElementSibling?.textContent]);
  expect(parts).toContainEqual(["Not compiled", "f (0/1): it has no graph"]);
  expect(parts).toContainEqual(["Not recorded", "nothing missing"]);
});

test("a word of the page is found by its name, and its meaning opens", async () => {
  const [hit, ...more] = kindsOf(run(), "resume function");
  expect(hit).toMatchObject({ kind: "help", panel: "overview", file: "words" });
  expect(more).toEqual([]);
  HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
  await see({ panel: "overview", file: "words" });
  expect(app.querySelector("dialog")?.open).toBe(true);
});

test("views are found first by their titles and headings, the entry that answers most before others", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  const saved = { prefix: "__compiled_fn_1", own_bytes: 8, all_bytes: 8, tensors: [] };
  frame!.compilations = [{ ...first!, metrics: [{ seconds: 9 }], saved_for_backward: [{ ...saved, own_bytes: 0 }] },
    { ...first!, id: "0/1", metrics: [{ seconds: 1 }], saved_for_backward: [saved] }];
  const { details } = data;
  details[frame!.id]!.compilations.push(details[frame!.id]!.compilations[0]!);
  const memory = kindsOf(data, "Saved for");
  expect(memory.slice(0, 2).map(({ kind, line, at, panel }) => [kind, line, at, panel])).toEqual([
    ["view", "Memory: saved for backward", 1, "memory"], ["view", "Memory: saved for backward", 0, "memory"]]);
  // Its meaning is listed, too.
  expect(memory.map(({ kind }) => kind)).toContain("help");
  expect(kindsOf(data, "memory")[0]).toMatchObject({ kind: "view", line: "Memory", panel: "memory" });
  expect(kindsOf(data, "timel")[0]?.kind).not.toBe("view"); // this run has no timeline
  expect(kindsOf(data, "graph breaks")[0]).toMatchObject({ kind: "view", frame: null, panel: "breaks" });
  // A word within a heading is of other places.
  expect(kindsOf(data, "backward").filter(({ kind }) => kind === "view")).toEqual([]);
});

test("of the memory, only entries that save values are found by them; where none does, one says so", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  frame!.compilations = [first!, { ...first!, id: "0/1" }];
  const { details } = data;
  const [own] = details[frame!.id]!.compilations;
  own!.graph_data!.forEach(({ nodes }) => nodes.forEach((node) => { node.bytes = 8; }));
  details[frame!.id]!.compilations = [own!, own!];
  const views = (words: string) => search(modelOf({ ...data }), words).filter(({ kind }) => kind === "view")
    .map(({ href, ran }) => [stateOf(href).at, ran]);
  expect(views("saved for")).toEqual([[0, "nothing is saved"]]);
  expect(views("peak memory").length).toBe(2);
  // Without a forward graph nothing is known.
  own!.graph_data = own!.graph_data!.filter(({ stage }) => stage !== "Forward_graph");
  expect(views("saved for")).toEqual([[0, undefined]]);
  frame!.compilations[1]!.saved_for_backward = [{ prefix: "__compiled_fn_1", own_bytes: 8, all_bytes: 8, tensors: [] }];
  expect(views("saved for")).toEqual([[1, undefined]]);
});
