// @vitest-environment happy-dom
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import type { Ran } from "../src/fused";
import { KernelNames, OtherKernels } from "../src/ui/KernelNames";
import { FILE, run } from "./run";
import { app, NO_PARTS, see } from "./shown";
import { App } from "../src/App";

const kernels = (names: number, calls: readonly number[] = []): Ran[] => Array.from({ length: names }, (_, at) => {
  const [known] = run().details["f0"]!.compilations[0]!.kernel_data!;
  const ran: Ran = { ...known!, kernel: `cpp_fused_${at}`, how: "recorded" };
  return calls.length === 0 ? [ran] : calls.map((call) => ({ ...ran, call }));
}).flat();

async function shown(view: ComponentChild): Promise<HTMLElement> {
  const box = document.createElement("div");
  await act(() => render(view, box));
  return box;
}

test("many kernels are folded behind a button, which names them", async () => {
  const box = await shown(<KernelNames kernels={kernels(7)} />);
  expect(box.textContent).toBe("cpp_fused_0, cpp_fused_1, cpp_fused_2, cpp_fused_3 and 3 more");
  await act(() => box.querySelector("button")?.click());
  expect(box.textContent).toMatch(/cpp_fused_3, cpp_fused_4, cpp_fused_5, cpp_fused_6$/);
  expect((await shown(<KernelNames kernels={kernels(5)} />)).querySelector("button")).toBeNull();
});

test("of many kernels one of each kind is not folded", async () => {
  const [library] = kernels(1);
  const box = await shown(<KernelNames kernels={[...kernels(7), { ...library!, kernel: "extern_kernels.mm" }]} />);
  expect(box.textContent).toBe("extern_kernels.mm, cpp_fused_0, cpp_fused_1, cpp_fused_2 and 4 more");
});

test("of many kernels beside those that were asked for, the number is said first", async () => {
  const box = await shown(<OtherKernels kernels={kernels(31)} />);
  expect(box.textContent).toBe("31 kernels");
  await act(() => box.querySelector("button")?.click());
  expect(box.textContent).toContain("cpp_fused_30");
  expect((await shown(<OtherKernels kernels={kernels(1)} />)).textContent).toBe("cpp_fused_0");
});

test("calls that are no few ranges are counted, and listed in a tooltip", async () => {
  expect((await shown(<KernelNames kernels={kernels(1, [1, 2, 3, 7])} />)).textContent).toBe("cpp_fused_0 (calls 1-3, 7)");
  const box = await shown(<KernelNames kernels={kernels(1, [1, 3, 5, 6])} />);
  expect(box.textContent).toBe("cpp_fused_0 (4 calls)");
  expect(box.querySelector("span")?.title).toBe("calls 1, 3, 5-6");
});

test("the verdict of Fused? stands out, forward and backward in lines of their own", async () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [kernel] = details.kernel_data!;
  details.graph_data = [];
  details.kernel_data = [{ ...kernel!, how: "recorded", nodes: [], modules: {}, places: [4, 5].map((line) => ({ file: FILE, line })) }];
  await act(() => render(<App key="verdict" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4, also: { line: 5 } } });
  expect([...app.querySelectorAll(".told.pair p.way b")].map((one) => one.textContent)).toEqual(["yes"]);
});

test("each kernel of an answer is a link to its code", async () => {
  const data = run();
  const details = data.details["f0"]!.compilations[0]!;
  const [kernel] = details.kernel_data!;
  const ran = (name: string, at: number, ...lines: number[]) => ({ ...kernel!, kernel: name, how: "recorded", nodes: [],
    modules: {}, shown: [at], places: lines.map((line) => ({ file: FILE, line })) });
  details.graph_data = [];
  details.kernel_data = [ran("k_four", 1, 4), ran("k_both", 2, 4, 5)];
  await act(() => render(<App key="links" data={data} parts={NO_PARTS} />, app));
  await see({ frame: "f0", panel: "code", selection: { kind: "source", line: 4, also: { line: 5 } } });
  const links = [...app.querySelectorAll(".told.pair p.way a")].map((one) => [one.textContent, one.getAttribute("href")]);
  expect(links.map(([name]) => name)).toEqual(["k_both", "k_four"]);
  expect(links[0]?.[1]).toMatch(/^#f0\/0\/code\?.*k_both/);
});
