// @vitest-environment happy-dom
// Copying works where a page from a file has no clipboard of its own, and says so.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Copy } from "../src/ui/Copy";

let app: HTMLElement;
const clipboard = (value: unknown) =>
  Object.defineProperty(navigator, "clipboard", { value, configurable: true });
const command = (copy: (() => boolean) | undefined) =>
  Object.defineProperty(document, "execCommand", { value: copy, configurable: true });
const own = navigator.clipboard;

beforeEach(() => {
  app = document.body.appendChild(document.createElement("main"));
  act(() => render(<Copy make={() => "| a |"} what="table" />, app));
});
afterEach(() => {
  render(null, app);
  app.remove();
  clipboard(own);
  command(undefined);
  vi.useRealTimers();
});

const press = async () => {
  const button = app.querySelector("button");
  button?.focus();
  await act(async () => { button?.click(); await Promise.resolve(); await Promise.resolve(); });
};
const said = () => app.querySelector('[role="status"]')?.textContent;

test("without a clipboard the selected text is copied, and the focus stays", async () => {
  clipboard(undefined);
  const copied: string[] = [];
  command(() => {
    copied.push(document.querySelector("textarea")?.value ?? "");
    return true;
  });
  await press();
  expect(copied).toEqual(["| a |"]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(app.querySelector("button"));
});

test("success is told to screen readers, and not for ever", async () => {
  vi.useFakeTimers();
  clipboard({ writeText: () => Promise.resolve() });
  await press();
  expect(said()).toBe("Copied");
  await act(() => { vi.advanceTimersByTime(3000); });
  expect(said()).toBe("");
});

test("where both ways are forbidden the text is shown", async () => {
  clipboard({ writeText: () => Promise.reject(new Error("forbidden")) });
  command(() => false);
  await press();
  const area = app.querySelector("textarea");
  expect(area?.value).toBe("| a |");
  expect(area?.getAttribute("aria-label")).toContain("forbids");
  expect(said()).toBe("");
});
