// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { App } from "../src/App";
import { FILE, HELPER, run } from "./run";
import { app, NO_PARTS, settle } from "./shown";

const shown = async (key: string, data: ReturnType<typeof run>) => {
  await act(() => render(<App key={key} data={data} parts={NO_PARTS} />, app));
  await settle();
};

const avoidable = { subject: "f", what: "`x` varies", edit: "dynamic=True", seconds: 2.4 };

test("a card without a line that made its value does not begin to name one", async () => {
  const data = run();
  data.expected = [{ ...avoidable, note: "at a.py:3", origin: [] },
    { ...avoidable, subject: "g", note: "at a.py:3" }];
  await shown("no origin", data);
  const card = app.querySelector(".finding.again");
  expect(card?.textContent).toContain("f, g");
  expect(card?.textContent).not.toContain("value from");
});

test("a settled card has the plain reason in its title, and each function's value below", async () => {
  const data = run();
  data.expected = [{ ...avoidable, what: "`h.shape[0]` varies", cause: "`ids` varies: 7, then 12 at a.py:5", elsewhere: "This includes 2 recompiles." }];
  await shown("cause", data);
  const card = app.querySelector(".finding.again");
  expect(card?.querySelector("b")?.textContent).toContain("ids varies: 7, then 12 at a.py:5");
  expect(card?.querySelector("article > .soft")?.textContent).toBe("h.shape[0] varies. This includes 2 recompiles.");
});

test("beside the seconds of a settled card stands what other findings count of them, and that an edit may save less", async () => {
  const data = run();
  const words = "2.0 s of this is also in finding 1 (`g`). The edit may save less, or cost more.";
  data.expected = [{ ...avoidable, elsewhere: "This includes 2 recompiles.", of_cost: words }];
  await shown("of cost", data);
  expect(app.querySelector(".finding.again .at")?.textContent).toContain(`for compiling again. ${words.replaceAll("`", "")}`);
});

test("below the table of functions stands which of them pays for the start of the compiler", async () => {
  const data = run();
  data.first_graph = "`f` (0/0) has the first graph of the process.";
  await shown("first graph", data);
  expect(app.querySelector(".table + p")?.textContent).toBe("f (0/0) has the first graph of the process.");
});

test("recompiles that the heading is about are not folded away, however short they were", async () => {
  const data = run();
  const folded = () => [...app.querySelectorAll("details")].find((one) => one.textContent?.includes("Settled recompiles"));
  data.expected = [{ subject: "f", what: "grad mode", seconds: 0.01 }];
  await shown("beside findings", data);
  expect(folded()?.open).toBe(false);
  data.findings = [];
  await shown("alone", data);
  expect(folded()?.open).toBe(true);
});

test("an option that may shorten a recompile stands with it, and the heading says that there is one", async () => {
  const data = run();
  const cheaper = "If few sizes occur, `torch.compile(f, dynamic=False)` at a.py:2 may take less time.";
  [data.findings, data.expected] = [[], [{ subject: "f", what: "grad mode", seconds: 9, cheaper }]];
  await shown("cheaper", data);
  expect(app.querySelector("main h2")?.textContent).toBe("Only settled recompiles; an option may shorten them");
  expect([...app.querySelectorAll("main li")].some((one) => one.textContent?.includes(cheaper.replaceAll("`", "")))).toBe(true);
  data.expected = [{ ...avoidable, cheaper }];
  await shown("cheaper card", data);
  expect(app.querySelector(".finding.again")?.textContent).toContain("may take less time.");
});

test("a break in a library has a link to the line that breaks, and one to the line that leads there", async () => {
  const data = run();
  data.findings = data.findings.map((one) => ({ ...one, library_line: { file: HELPER, line: 2, text: "return a.abs()" } }));
  await shown("library", data);
  const lines = [...app.querySelectorAll(".finding .at")].filter((one) => one.querySelector("a") !== null);
  expect(lines.map((one) => one.textContent)).toEqual(["helper.py:2 return a.abs()", "called at toy.py:5 if x.sum() < 0:"]);
  expect(lines[0]?.querySelector("a")?.getAttribute("href")).toBe(`#f0/0/code?line=2&in=${encodeURIComponent(HELPER)}`);
});

test("the seconds that edits avoid are compared with those on their cards", async () => {
  const data = run();
  data.recompiles = { ...data.recompiles, saved_seconds: 2.1 };
  data.expected = [avoidable, { subject: "g", what: "grad mode", seconds: 9 }];
  await shown("saved", data);
  expect(app.querySelector(".totals")?.textContent).toContain(
    "avoid about 2.1 s of the 2.4 s for compiling again. An entry for all values remains: "
    + "depyf assumes that it takes as long as the longest of them.");
  data.expected = [{ ...avoidable, line: { file: FILE, line: 5 }, seconds: 2.1 }];
  await shown("saved all", data);
  expect(app.querySelector(".totals")?.textContent).toMatch(/avoid about 2.1 s\.$/);
});

test("the slowest recompile has its reason, unless a card tells it or it took not long", async () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  const because = { failed: first!.id, text: "tensor 'x' size mismatch at index 0. expected 4, actual 8" };
  const again = (id: string, seconds: number) => ({ ...first!, id, entry: { ...first!.entry!, index: 1 }, reason: because,
    recompiled_because: [because], metrics: [{ ...first!.metrics?.[0], seconds }] });
  frame!.compilations = [first!, again("0/1", 0.6), again("0/2", 0.3)] as NonNullable<NonNullable<typeof frame>["compilations"]>;
  const words = async (key: string) => {
    await shown(key, data);
    return app.querySelector(".slowest")?.textContent;
  };
  expect(await words("slow")).toMatch(/^The slowest recompile took 0.6 s \(40 % of compiling\): .*, entry 1, recompiled, guard of entry 0 failed: tensor 'x' size mismatch/);
  expect(app.querySelector(".slowest a")?.getAttribute("href")).toBe("#f0/1/recompiles");
  data.recompiles = { ...data.recompiles, expected: [["0/1"]] };
  expect(await words("told")).toBeUndefined();
  data.recompiles = { ...data.recompiles, expected: [] };
  data.totals = { ...data.totals, compile_seconds: 60 };
  expect(await words("short")).toBeUndefined();
});

test("the table of functions says what each saves for the backward, as a link to the values of the entry that saves the most", async () => {
  const data = run();
  const header = () => [...app.querySelectorAll("main th")].map((one) => one.textContent);
  await shown("nothing saved", data);
  expect(header()).not.toContain("Saved");
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  const saving = (...bytes: number[]) => ({ ...first!, saved_for_backward: bytes.map((own_bytes, at) =>
    ({ prefix: `__compiled_fn_${at}`, own_bytes, all_bytes: own_bytes, tensors: [] })) });
  frame!.compilations = [saving(500), saving(1000, 2000), saving(700)];
  await shown("saved", data);
  expect(header().at(-1)).toBe("Saved");
  const links = [...app.querySelectorAll("main td:last-child a")];
  expect(links.map((one) => [one.textContent, one.getAttribute("href")])).toEqual([["3.0 kB", "#f0/1/memory"]]);
});

test("the pill of an edit that was tried has what it saved, not what the finding cost", async () => {
  const data = run();
  const told = async (saved_seconds: number, cost = "9.0 s (99 % of compiling) to compile the code after the break") => {
    const findings = [{ ...data.findings[0]!, cost, saved_seconds }];
    await act(() => render(<App key={`${cost}-${saved_seconds}`} data={{ ...data, findings }} parts={NO_PARTS} />, app));
    const chip = app.querySelector(".finding .chip");
    return [chip?.textContent, chip?.parentElement?.textContent].map((one) => one?.replaceAll("\u00a0", " "));
  };
  expect(await told(0.413)).toEqual(["the edit saves 0.4 s",
    "the edit saves 0.4 s cost: 9.0 s (99 % of compiling) to compile the code after the break"]);
  expect((await told(0))[0]).toBe("the edit saves no compile time");
  expect(await told(2, "")).toEqual(["the edit saves 2.0 s", "the edit saves 2.0 s"]);
  expect(await told(0, "")).toEqual([undefined, undefined]);
});
