import { expect, test } from "vitest";
import { readData } from "../src/data";
import { NOTHING, textAt } from "../src/model";
import { UNREAD } from "../src/parts";
import { HOME, type State } from "../src/state";
import { run } from "./run";

test("guards come back with the lines they share", () => {
  const guards = run().frames[0]?.compilations?.[0]?.guards;
  expect(guards?.map((guard) => guard.user_line?.line)).toEqual([4, undefined]);
});

const compressed = async (value: unknown) => {
  const stream = new Blob([JSON.stringify(value)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
};
const inLines = async (texts: string[]) => {
  const templates = texts.flatMap((text) => text.split("\n"));
  return compressed({ templates, order: templates.map((_, at) => at), distances: [],
    lines: texts.map((text) => text.split("\n").length) });
};
const packed = async ({ texts, ...rest }: { texts: string[] } & Record<string, unknown>) =>
  ({ packed: await compressed(rest), texts: await inLines(texts) });
const BASE = { frames: [], shared: { guards: [], lines: [] }, torch: "2.13 ü</script>" };

test("packed data is read as what was packed", async () => {
  const read = async (base: unknown) =>
    (await readData(JSON.stringify({ base, files: {}, parts: {} }))).data;
  const lines = await inLines([JSON.stringify(BASE).replaceAll(",", ",\n")]);
  expect(await read({ lines })).toEqual(await read(BASE));
  expect(await read({ packed: await compressed(BASE) })).toEqual(await read(BASE));
});

const frame = (id: string, resumes?: string) => ({ id, co_name: id, resumes });
const detail = (source: number) => ({ root: "f0", source, source_line: 1,
  own_source: source + 1, full_code: null, compilations: [{ titles: {}, text: source }] });
const stored = async () => JSON.stringify({
  base: { ...BASE, frames: [frame("f0"), frame("f1", "f0"), frame("f2")] },
  files: { f0: ["a.py"], rest: ["b.py"] },
  parts: {
    f0: await packed({ texts: ["a", "source", "own"], files: { "a.py": 0 },
      details: { f0: detail(1) } }),
    f1: await packed({ texts: ["rest of it", "torch's"], details: { f1: detail(0) } }),
    f2: await packed({ texts: ["other", ""], details: { f2: detail(0) } }),
    rest: await packed({ texts: ["b"], files: { "b.py": 0 },
      sources: { "lib.py:1": { text: 0, changed: false } } }),
  },
});
const wanted = async (change: Partial<State>) => {
  const { data, parts } = await readData(await stored());
  const names = parts.missing({ ...HOME, ...change });
  await parts.load(names);
  expect(parts.missing({ ...HOME, ...change })).toEqual([]);
  return { data, names };
};

test("what is not looked at is not unpacked, but its files are named", async () => {
  const { data, names } = await wanted({});
  expect(names).toEqual([]);
  expect(data.files).toEqual({ "a.py": UNREAD, "b.py": UNREAD });
  expect(textAt(data, data.files["a.py"])).toBe(NOTHING);
});

test("a function is read with all that resumes it, from wherever one looks", async () => {
  for (const frame of ["f0", "f1"])
    expect((await wanted({ frame })).names).toEqual(["rest", "f0", "f1"]);
  expect((await wanted({ frame: "f2" })).names).toEqual(["rest", "f2"]);
});

test("one file is read from its part, a search reads all", async () => {
  expect((await wanted({ panel: "files", file: "a.py" })).names).toEqual(["f0"]);
  expect((await wanted({ panel: "search" })).names).toEqual(["f0", "f1", "f2", "rest"]);
});

test("numbers of a part lead to its texts wherever it is put", async () => {
  const { data } = await wanted({ panel: "search" });
  const at = (number: number | null | undefined) => textAt(data, number);
  expect(at(data.files["a.py"])).toBe("a");
  expect(at(data.files["b.py"])).toBe("b");
  expect(at(data.sources["lib.py:1"]?.text)).toBe("b");
  expect(at(data.details.f1?.source)).toBe("rest of it");
  expect(at(data.details.f1?.own_source)).toBe("torch's");
  expect(at(data.details.f2?.compilations[0]?.text)).toBe("other");
});

test("a part that is asked for twice at once is read once", async () => {
  const { data, parts } = await readData(await stored());
  await Promise.all([parts.load(["f0"]), parts.load(["f0", "f1"])]);
  expect(data.texts).toHaveLength(5);
});
