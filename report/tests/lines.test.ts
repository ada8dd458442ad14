import { expect, test } from "vitest";
import { unpackedTexts } from "../src/lines";

test("numbers come back as sums of distances, gap by gap of each template", async () => {
  const packed = { templates: ["add_\0 = x\0", "return"], order: [0, 0, 1, 0],
    distances: [1, 1, 0, 2, -1, 40], lines: [4] };
  expect(await unpackedTexts(packed))
    .toEqual(["add_1 = x2\nadd_2 = x1\nreturn\nadd_2 = x41"]);
});

test("each text gets its lines, an empty one too", async () => {
  const packed = { templates: ["a\0", "", "é ␀"], order: [0, 1, 2, 0, 1],
    distances: [1, 1], lines: [1, 1, 2, 1] };
  expect(await unpackedTexts(packed)).toEqual(["a1", "", "é ␀\na2", ""]);
});

test("a number may stand first and last, and beside another", async () => {
  const packed = { templates: ["\0\0-\0", "a\0"], order: [0, 1], distances: [0, 7, 9, 10],
    lines: [1, 1] };
  expect(await unpackedTexts(packed)).toEqual(["07-9", "a10"]);
});

test("large numbers are exact", async () => {
  const distances = [999999999999999, -1];
  expect(await unpackedTexts({ templates: ["\0,"], order: [0, 0], distances, lines: [2] }))
    .toEqual(["999999999999999,\n999999999999998,"]);
});

test("a long text is put together whole", async () => {
  const order = Array.from({ length: 50_000 }, () => 0);
  const [text = ""] = await unpackedTexts({ templates: ["line \0"], order,
    distances: order.map((_, at) => at === 0 ? 0 : 1), lines: [50_000] });
  expect(text.split("\n")).toHaveLength(50_000);
  expect(text.endsWith("\nline 49999")).toBe(true);
});
