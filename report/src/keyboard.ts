// Keys that work anywhere on the page; those of a widget are in its file.
import type { Model } from "./model";
import { current, go, select } from "./state";
import { neighbours } from "./steps";

/** Listens until the returned function is called. */
export function listen(model: Model, showKeys: () => void): () => void {
  const step = (way: 0 | 1) => {
    const { frame, at, panel } = current();
    const to = neighbours(model, frame, at)[way];
    if (to === null) return;
    const keep = frame !== null && panel !== "file" ? panel : "code";
    go({ ...to, panel: keep, file: null, stage: null, selection: null });
  };
  const KEYS: Readonly<Record<string, () => void>> = {
    "/": () => document.getElementById("search")?.focus(),
    "[": () => step(0),
    "]": () => step(1),
    m: maximise,
    "?": showKeys,
    Escape: () => { if (current().selection !== null) select(null); },
  };
  const onKey = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && isText(event.target)) return event.target.blur(); // the keys work again
    if (event.key !== "Escape" && isWriting(event.target)) return;
    if (event.key !== "Escape") event.preventDefault();
    act();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Gives all the room to the pane that one is in, or takes it back. */
function maximise(): void {
  const pane = document.activeElement?.closest<HTMLElement>("[data-pane]")
    ?? document.querySelector<HTMLElement>("[data-pane]:hover");
  if (current().large !== null) go({ large: null }, true);
  else if (pane?.dataset.pane !== undefined) go({ large: pane.dataset.pane }, true);
}

const isText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea");

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea, select");
