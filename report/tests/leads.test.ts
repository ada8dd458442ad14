import { expect, test } from "vitest";
import { calledFrom, leadingLines, ledInto } from "../src/leads";
import { contextOf, modelOf } from "../src/model";
import { FILE, HELPER, run } from "./run";

const MODEL = modelOf(run());
const context = contextOf(MODEL, "f0", 0);
if (context === null) throw new Error("the run has no such frame");
const { details, compilation, frame } = context;

test("lines that call what is in the graph lead into it", () => {
  expect(leadingLines(details, FILE)).toEqual([4, 5]);
  expect(leadingLines(details, HELPER)).toEqual([2]);
});

test("a line that calls is told with the functions of what it leads to", () => {
  const called = (file: string, line: number) =>
    calledFrom(details, compilation.captured_places ?? [], file, line);
  expect(called(FILE, 4)).toEqual(["g"]);
  expect(called(FILE, 5)).toEqual([]);
  expect(called(HELPER, 2)).toEqual([]);
});

test("an entry that a line leads into by a call is found once", () => {
  const entries = (file: string, line: number) =>
    ledInto(MODEL, frame, file, line).map(({ at }) => at);
  expect(entries(FILE, 4)).toEqual([0]);
  expect(entries(FILE, 1)).toEqual([]);
});
