import { expect, test } from "vitest";
import { modelOf } from "../src/model";
import { badgeParts, badgeWords, treeRows } from "../src/tree";
import { run } from "./run";

test("a break has its line at each entry that met it", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  if (frame === undefined || first === undefined) throw new Error("no entry");
  frame.compilations = [first, { ...first, id: "0/1", reason: { text: "x" } }];
  const rows = treeRows(modelOf(data), () => true);
  const badges = rows.filter(({ kind }) => kind === "entry").slice(0, 2)
    .map((row) => row.badges.map(({ text }) => text));
  expect(badges[0]).toContain("break :5");
  const [again, recompiled] = rows.find(({ is }) => is === "f0/1")?.badges ?? [];
  expect(again).toMatchObject({ text: "break :5", title: "break at line 5: Data-dependent branching" });
  expect(again && badgeWords(again)).toBe("break at line 5: Data-dependent branching");
  expect(recompiled && badgeWords(recompiled)).toBe("recompiled: a guard failed: x");
  expect(recompiled).toMatchObject({ text: "recompiled", title: "a guard failed: x" });
  expect(rows.filter(({ badges: all }) => all.some(({ text }) => text === "recompiled")))
    .toHaveLength(1);
});

test("a refused recompile has one name, and no badge that says recompiled", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame!.compilations!;
  frame!.compilations = [first!, { id: "0/1", reason: { text: "x" }, skipped: "Dynamo recompile limit exceeded" }];
  const row = treeRows(modelOf(data), () => true).find(({ is }) => is === "f0/1");
  expect(row).toMatchObject({ label: "recompile refused", badges: [], note: "Dynamo recompile limit exceeded" });
});

test("what differs from another entry has arrows, not signs", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  if (frame === undefined || first === undefined) throw new Error("no entry");
  frame.compilations = [{ ...first, reason: { text: "x" }, difference: "as entry 0 but `x: [4, 8] -> [s0, 8]`" }];
  const badges = treeRows(modelOf(data), () => true).flatMap((row) => row.badges.map(badgeWords));
  expect(badges).toContain("recompiled: a guard failed: x\nas entry 0 but x: [4, 8] → [s0, 8]");
});

test("a function that two entries go on in is one node", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  if (frame === undefined || first === undefined) throw new Error("no entry");
  frame.compilations = [first, { ...first, id: "0/1" }];
  const rows = treeRows(modelOf(data), () => true);
  expect(rows.filter(({ kind }) => kind === "cut")).toHaveLength(1);
});

test("a resume function says after which line, and exact entries bear no word", () => {
  const rows = treeRows(modelOf(run()), () => true);
  expect(rows.filter(({ kind }) => kind === "cut").map(({ label }) => label))
    .toEqual(["after line 5"]);
  expect(rows.filter(({ kind }) => kind === "cut").map(({ note }) => note)).toEqual(["→ line 6-7"]);
  expect(rows.every(({ note }) => !note.includes("exact"))).toBe(true);
});

test("a resume function without a graph says so, which tells it from another behind the same line", () => {
  const data = run();
  const [, resume] = data.frames;
  const note = () => treeRows(modelOf(data), () => true).find(({ kind }) => kind === "cut")?.note;
  expect(note()).toBe("→ line 6-7");
  resume!.compilations![0]!.captured_lines = {};
  expect(note()).toBe("no graph");
});

test("a gap in the numbers of entries says which resume function has the missing ones", () => {
  const data = run();
  const [frame, resume] = data.frames;
  const [first] = frame?.compilations ?? [];
  const [rest] = resume?.compilations ?? [];
  if (!frame || !resume || !first || !rest?.entry) throw new Error("no entry");
  data.frames.push({ ...resume, id: "f9",
    compilations: [{ ...rest, id: "9/0", captured_lines: {}, graphs: [], entry: { ...rest.entry, index: 1 } }] });
  frame.compilations = [{ ...first, resume_functions: [...first.resume_functions ?? [],
    { name: "other", full_name: "other", co_name: "other", frame: "f9" }] }];
  const notes = treeRows(modelOf(data), () => true).filter(({ kind }) => kind === "entry").map(({ gap }) => gap);
  expect(notes.filter((gap) => gap !== undefined)).toEqual(["entry 0: → line 6-7"]);
  expect(notes.at(-1)).toBe("entry 0: → line 6-7");
});

test("a break in another file has a short badge: the name of the file takes the room", () => {
  const data = run();
  const [event] = data.frames[0]?.compilations?.[0]?.graph_breaks ?? [];
  const line = event?.user_stack?.at(-1);
  if (line === undefined) throw new Error("no break");
  line.file = "/home/user/layers.py";
  expect(treeRows(modelOf(data), () => true).flatMap(({ badges }) => badges.map(({ text }) => text)))
    .toContain("break layers.py:5");
});

test("only the file of a break may be cut: its line stays", () => {
  expect(badgeParts("break layers.py:5")).toEqual(["break ", "layers.py", ":5"]);
  expect(badgeParts("break :12")).toEqual(["break ", "", ":12"]);
  expect(badgeParts("breaks")).toEqual(["breaks", "", ""]);
});

test("several breaks that an entry met again have their lines, many have their number", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  const [event] = first?.graph_breaks ?? [];
  const line = event?.user_stack?.at(-1);
  if (frame === undefined || first === undefined || event === undefined || line === undefined) throw new Error("no break");
  const again = (lines: number[]) => {
    const met = { ...first, graph_breaks: lines.map((at) => ({ ...event, user_stack: [{ ...line, line: at }] })) };
    frame.compilations = [met, { ...met, id: "0/1" }];
    return treeRows(modelOf(data), () => true).find(({ is }) => is === "f0/1")?.badges[0]?.text;
  };
  expect(again([5, 7])).toBe("breaks :5, :7");
  expect(again([5, 6, 7, 8])).toBe("4 breaks");
});

test("a break that an entry met again has no file: the entry before has it", () => {
  const data = run();
  const [frame] = data.frames;
  const [first] = frame?.compilations ?? [];
  const [event] = first?.graph_breaks ?? [];
  const line = event?.user_stack?.at(-1);
  if (frame === undefined || first === undefined || event === undefined || line === undefined) throw new Error("no break");
  const texts = (...files: string[]) => {
    const met = { ...first, graph_breaks: files.map((file) => ({ ...event, user_stack: [{ ...line, file, line: 79 }] })) };
    frame.compilations = [met, { ...met, id: "0/1" }];
    return treeRows(modelOf(data), () => true).filter(({ is }) => /^f0\/[01]$/.test(is))
      .map(({ badges }) => badges.filter(({ kind }) => kind === "bad").map(({ text }) => text));
  };
  expect(texts("/a/layers.py")).toEqual([["break layers.py:79"], ["break :79"]]);
  expect(texts("/a/layers.py", "/a/heads.py")).toEqual([["break layers.py:79", "break heads.py:79"], ["2 breaks"]]);
});

test("a decorator around several functions has them on a line of its own", () => {
  const data = run();
  const [first] = data.frames;
  data.frames.push({ ...first!, id: "f2", title: "retried, around M.forward, N.forward", owners: ["M.forward", "N.forward"],
    decorator: "retried", file: "/a/deprecation.py", first_line: 121 });
  expect(treeRows(modelOf(data), () => true).find(({ label }) => label === "retried"))
    .toMatchObject({ note: "", gap: "around M.forward and 1 more (deprecation.py:121)" });
});

test("functions of one name have their places on a line of their own, others beside the name", () => {
  const data = run();
  const [first] = data.frames;
  data.frames.push({ ...first!, id: "f2", first_line: 40 }, { ...first!, id: "f3", title: "g", first_line: 50 });
  const rows = treeRows(modelOf(data), () => false).filter(({ kind }) => kind === "function");
  expect(rows.map(({ label, note, gap }) => [label, note, gap])).toEqual([
    ["f", "", "toy.py:2"], ["f", "", "toy.py:40"], ["g", "toy.py:50", undefined]]);
});
