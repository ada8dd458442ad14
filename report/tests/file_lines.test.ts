import { expect, test } from "vitest";
import { firstBehind } from "../src/panels/file";

const TEXT = ["import torch", "k = made()", "def call(args):", "    check()", "    k.run()"];
const CALL = /^def call\(/;

test("generated code opens at the first call of a kernel, not where it is made", () => {
  expect(firstBehind(TEXT.join("\n"), CALL, [5, 2])).toBe(5);
});

test("where no call is linked it opens at the function, else at the top", () => {
  expect(firstBehind(TEXT.join("\n"), CALL, [2])).toBe(3);
  expect(firstBehind("import torch", CALL, [1])).toBeUndefined();
});
