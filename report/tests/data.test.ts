import { expect, test } from "vitest";
import { readData } from "../src/data";
import { run } from "./run";

test("guards come back with the lines they share", () => {
  const guards = run().frames[0]?.compilations?.[0]?.guards;
  expect(guards?.map((guard) => guard.user_line?.line)).toEqual([4, undefined]);
});

test("packed data is read as what was packed", async () => {
  const plain = { frames: [], shared: { guards: [], lines: [] }, torch: "2.13 ü</script>" };
  const stream = new Blob([JSON.stringify(plain)]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes));
  expect(await readData(JSON.stringify({ packed })))
    .toEqual(await readData(JSON.stringify(plain)));
});
