import { useEffect, useRef } from "preact/hooks";
import { isWithEdits } from "../edited";
import { base, type Model } from "../model";
import type { Parts } from "../parts";
import { search } from "../search";
import { type State, address, current, go } from "../state";
import { keepTheme } from "../theme";

/** What ran, the search field, and light or dark. */
export function Header({ model, parts, state, onKeys }:
  { model: Model; parts: Parts; state: State; onKeys: () => void }) {
  const { data } = model;
  const field = useRef<HTMLInputElement>(null);
  // Where the search began: an emptied field goes back there.
  const before = useRef<State | null>(null);
  useEffect(() => {
    if (state.panel !== "search") before.current = null;
  }, [state.panel]);
  const find = (query: string) => {
    const now = current();
    if (now.panel !== "search") before.current = now;
    if (query.trim() === "") go(before.current ?? { panel: "overview", query: "" }, true);
    else go({ frame: null, panel: "search", query, file: null, stage: null,
      selection: null },
      now.panel === "search");
  };
  // What is searched may not be read yet, nor what was typed last be drawn.
  const open = async (typed: HTMLInputElement) => {
    const asked = current();
    if (asked.panel !== "search") return;
    const unread = parts.missing(asked);
    if (unread.length > 0) await parts.load(unread).catch(() => undefined); // the page says so
    if (current() !== asked) return; // typed on, or gone elsewhere
    const [hit] = search(model, asked.query.trim());
    if (hit === undefined) return;
    location.hash = hit.href;
    typed.blur(); // the keys of the page work again
  };
  return <header>
    <h1><a href="#">{base(data.program) || "depyf"}</a></h1>
    <span class="about">
      {[`torch ${data.torch}`, data.python && `Python ${data.python}`].filter(Boolean)
        .join(" · ")}
      {isWithEdits(data) ? <> · <a href={address({ panel: "run" })}>with edits of depyf cure</a></> : null}
      {data.rank ? <> · <a href="../index.html" title="Rank 0, where all are compared">
        rank {data.rank}</a></> : data.ranks === undefined ? null : " · rank 0"}</span>
    <input ref={field} type="search" id="search" placeholder="Search everything ( / )"
      aria-label="Search everything" value={state.panel === "search" ? state.query : ""}
      onInput={(event) => find(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!["Enter", "ArrowDown", "Escape"].includes(event.key) || event.isComposing) return;
        event.preventDefault();
        if (event.key === "Escape") { // not every browser empties the field
          if (current().panel === "search") find("");
        } else if (event.key === "ArrowDown") document.querySelector<HTMLElement>(".hit")?.focus();
        else void open(event.currentTarget);
      }} />
    <button type="button" onClick={theme} title="Light or dark"
      aria-label="Light or dark">◐</button>
    <button type="button" onClick={onKeys} title="Keys, words, how to read this" aria-label="Keys and words">?</button>
  </header>;
}

function theme(): void {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  keepTheme(dataset.theme = dark ? "light" : "dark");
}
