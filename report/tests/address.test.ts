// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { current, go, select } from "../src/state";

const held = (times: number) => {
  for (let line = 1; line <= times; line++) select({ kind: "shown", line });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
});
afterEach(() => void vi.useRealTimers());

test("who holds a key moves at once, and is in the address a moment later", () => {
  const written = vi.spyOn(history, "replaceState");
  held(500);
  expect(current().selection).toEqual({ kind: "shown", line: 500 });
  expect(written.mock.calls.length).toBeLessThan(60);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toContain("shown=500");
});

test("what the back button leads to is where one was", () => {
  held(500);
  const written = vi.spyOn(history, "replaceState");
  go({ panel: "files", selection: null });
  expect(written.mock.lastCall?.[2]).toContain("shown=500");
  expect(location.hash).toBe("#files");
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe("#files");
});
