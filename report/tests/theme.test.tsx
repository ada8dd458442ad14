// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { restoreTheme } from "../src/theme";
import { app } from "./shown";

const root = document.documentElement;
const press = () => act(() => app.querySelector<HTMLElement>("[aria-label='Light or dark']")?.click());

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  delete root.dataset.theme;
});

test("light or dark is kept over a reload", async () => {
  root.dataset.theme = "light";
  await press();
  delete root.dataset.theme; // as in a page that was just read
  restoreTheme();
  expect(root.dataset.theme).toBe("dark");
});

test("a browser that keeps nothing changes the page all the same", async () => {
  vi.stubGlobal("localStorage", { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); }, clear() {} });
  root.dataset.theme = "dark";
  await press();
  expect(root.dataset.theme).toBe("light");
  restoreTheme();
  expect(root.dataset.theme).toBe("light");
});
