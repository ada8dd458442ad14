// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { MemoryChart } from "../src/graph/MemoryChart";
import { memoryOf } from "../src/graph/memory";
import { input, node } from "./graph_samples";

const nodes = [input("x", { bytes: 100, until: 1 }), node("a", "relu", [0], { bytes: 10 })];

async function peakOf(leftOut: number): Promise<string> {
  const app = document.createElement("div");
  await act(() => render(<MemoryChart nodes={nodes} memory={memoryOf(nodes)} leftOut={leftOut}
    onPoint={() => {}} onGo={() => {}} />, app));
  return app.querySelector(".graph-value")?.textContent ?? "";
}

test("a peak of a graph that knows no backward says so beside the number: values count, but not until the backward", async () => {
  expect(await peakOf(0)).toBe("peak 10 B at a");
  expect(await peakOf(64)).toBe("peak 10 B without a backward, at a");
});
