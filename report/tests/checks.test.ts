// Answers of depyf.check: how entries stand to a call, and which conditions fail.
import { expect, test } from "vitest";
import type { Check, Miss } from "../src/data";
import { conditionKey, failingIn, standings, verdict } from "../src/guards/checks";

const LINE = { file: "/home/u/net.py", line: 4, text: "return x * n" };
const miss = (entry: number, more: Partial<Miss> = {}): Miss => ({
  entry: { name: `entry ${entry + 5}`, compilation: entry },
  words: "`n` is 4, expected 3",
  guard: "n == 3",
  user_line: LINE,
  advice: "make it a tensor",
  ...more,
});
const refused: Check = {
  outcome: "compile",
  words: "would compile again: ...",
  times: 1,
  misses: [miss(1), miss(0)],
};
const hit: Check = {
  outcome: "hit",
  words: "would hit entry 5",
  times: 2,
  entry: { name: "entry 5", compilation: 0 },
  misses: [miss(1)],
};

test("a verdict is a few words, whatever stands against the entries", () => {
  expect(verdict(hit)).toBe("would hit entry 5");
  expect(verdict(refused)).toBe("would compile again");
  expect(verdict({ ...refused, misses: [] })).toBe("would compile");
  expect(verdict({ ...refused, outcome: "plain" })).toBe("would run as plain Python");
  expect(verdict({ ...refused, outcome: "newer", words: "so" })).toBe("so");
});

test("entries stand in the order in which torch tries them, the one that fits last", () => {
  const found = standings(hit);
  expect(found.map(({ name, fits }) => [name, fits])).toEqual([
    ["entry 6", false],
    ["entry 5", true],
  ]);
  expect(found[0]).toMatchObject({ at: 1, line: LINE, words: "`n` is 4, expected 3" });
});

test("what to change is said once, and not of a call that hits", () => {
  expect(standings(refused).map(({ advice }) => advice)).toEqual(["make it a tensor", ""]);
  expect(standings(hit).map(({ advice }) => advice)).toEqual(["", ""]);
});

test("an entry that the run has not leads nowhere", () => {
  const gone = miss(0, { entry: { name: "entry 0" } });
  expect(standings({ ...refused, misses: [gone] })[0]?.at).toBeNull();
});

const FAILING = [
  { check: 0, title: "inputs", text: "is_tensor(x)" },
  { check: 1, title: "Python values", text: "n == 3" },
];

test("conditions of an entry are marked that this call fails, and no other", () => {
  const failing = failingIn(FAILING, refused, { position: 1, entry: 0 });
  expect([...failing]).toEqual([
    [conditionKey("Python values", "n == 3"), "`n` is 4, expected 3"],
  ]);
  expect(failingIn(FAILING, refused, { position: 1, entry: 7 }).size).toBe(0);
  expect(failingIn(FAILING, undefined, { position: 1, entry: 0 }).size).toBe(0);
});
