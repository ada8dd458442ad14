import { expect, test } from "vitest";
import { calledIn } from "../src/callOrder";
import type { CapturedPlace } from "../src/data";
import { contextOf, modelOf } from "../src/model";
import { FILE, HELPER, run } from "./run";

const LIBRARY = "/usr/lib/python3.11/site-packages/some/layers.py";

function called(change: (data: ReturnType<typeof run>) => void, places: Pick<CapturedPlace, "file" | "first_line">[]) {
  const data = run();
  change(data);
  const context = contextOf(modelOf(data), "f0", 0);
  if (context === null) throw new Error("the run has no such frame");
  return calledIn(context, places.map((one) => ({ lines: "", nodes: 1, ...one })))
    .map(({ one, isLibrary }) => [one.file, isLibrary]);
}

test("captured functions stand in the order of their calls, the compiled one first", () => {
  const places = [{ file: HELPER, first_line: 1 }, { file: FILE, first_line: 2 }];
  expect(called(() => {}, places)).toEqual([[FILE, false], [HELPER, false]]);
});

test("those of libraries come last, even where they were called first", () => {
  const places = [{ file: LIBRARY, first_line: 1 }, { file: HELPER, first_line: 1 }];
  expect(called(() => {}, places)).toEqual([[HELPER, false], [LIBRARY, true]]);
});

test("of a library's compiled function the file is no library's", () => {
  const inLibrary = (data: ReturnType<typeof run>) => {
    for (const frame of data.frames) frame.file = LIBRARY;
    data.functions = { [LIBRARY]: [[1, 9]], [HELPER]: [[1, 2]] };
    for (const graph of data.details["f0"]?.compilations[0]?.graph_data ?? [])
      for (const node of graph.nodes)
        node.places = node.places.map((one) => one.file === FILE ? { ...one, file: LIBRARY } : one);
  };
  const other = LIBRARY.replace("layers", "norms");
  const places = [{ file: other, first_line: 1 }, { file: LIBRARY, first_line: 1 }];
  expect(called(inLibrary, places)).toEqual([[LIBRARY, false], [other, true]]);
});
