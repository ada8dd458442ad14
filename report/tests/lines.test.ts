import { expect, test } from "vitest";
import { unpackedLines } from "../src/lines";

test("numbers come back as sums of distances, gap by gap of each template", async () => {
  const packed = { templates: ["add_\0 = x\0\n", "return\n"], order: [0, 0, 1, 0],
    distances: [1, 1, 0, 2, -1, 40] };
  expect(await unpackedLines(packed))
    .toBe("add_1 = x2\nadd_2 = x1\nreturn\nadd_2 = x41\n");
});

test("a number may stand first and last, and beside another", async () => {
  const packed = { templates: ["\0\0-\0", "a\0"], order: [0, 1], distances: [0, 7, 9, 10] };
  expect(await unpackedLines(packed)).toBe("07-9a10");
});

test("large numbers are exact", async () => {
  const distances = [999999999999999, -1];
  expect(await unpackedLines({ templates: ["\0,"], order: [0, 0], distances }))
    .toBe("999999999999999,999999999999998,");
});

test("a long text is put together whole", async () => {
  const order = Array.from({ length: 50_000 }, () => 0);
  const text = await unpackedLines({ templates: ["line \0\n"], order,
    distances: order.map((_, at) => at === 0 ? 0 : 1) });
  expect(text.split("\n")).toHaveLength(50_001);
  expect(text.endsWith("line 49999\n")).toBe(true);
});
