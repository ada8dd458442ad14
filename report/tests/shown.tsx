import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach } from "vitest";
import { App } from "../src/App";
import { Parts } from "../src/parts";
import { go, HOME, startStore } from "../src/state";
import { run } from "./run";

export const NO_PARTS = new Parts(run(), {}, {});
/** The page of the sample run, shown afresh before each test. */
export let app: HTMLElement;
export const settle = () => act(async () => { await Promise.resolve(); });

beforeEach(async () => {
  app = document.body.appendChild(document.createElement("div"));
  location.hash = "";
  startStore();
  await act(() => render(<App data={run()} parts={NO_PARTS} />, app));
});
afterEach(() => {
  render(null, app);
  app.remove();
});

export const see = async (change: Parameters<typeof go>[0]) => {
  await act(() => go({ ...HOME, ...change }));
  await settle();
};
export const linked = (label: string) =>
  [...app.querySelectorAll(`[aria-label^="${label}"] [data-n].linked`)]
    .map((row) => Number(row.getAttribute("data-n")));
export const press = (target: EventTarget, key: string) => act(() => {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
});
