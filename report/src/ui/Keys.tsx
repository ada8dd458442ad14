import { useEffect, useRef } from "preact/hooks";
import { howToRead } from "../panels/overview";

const KEYS: readonly [string, string][] = [
  ["/", "search everything; Enter opens the first place, ↓ goes to the list"],
  ["↑ ↓", "in the tree: move; in code: select the next line"],
  ["→ ←", "in the tree: open and close; in tabs: the next one; between panes: wider"],
  ["Enter", "go there; between panes: widths as at first"],
  ["m", "maximize or restore this pane; a double click on its title does the same"],
  ["Shift", "with a click on a line: is it fused with the line that is selected?"],
  ["[ ]", "the entry before, the entry after"],
  ["Esc", "clear the selection; close this"],
  ["?", "these keys and words"],
];

/** Each has an entry in docs/glossary.md, to which it links. */
export const WORDS: readonly [string, string][] = [
  ["guard", "a check on a call's values; all guards of an entry must hold for it to run"],
  ["cache entry", "one compiled version of a function: guards, and the code that then runs. "
    + "“entry 2” is the third version"],
  ["accepts", "the guards that only this entry has; “no …” is a guard that others have and it lacks"],
  ["0/1", "torch's id of a compilation: of function 0, the second one"],
  ["recompile", "torch compiles again, because no entry's guards hold for a call"],
  ["settled recompile", "a recompile that will not repeat: an entry now covers these calls"],
  ["expected", "entries that a program needs, such as one with and one without gradients"],
  ["dynamic size", "a size that an entry leaves open; with dynamic=True torch leaves sizes and "
    + "numbers open from the first call on, where it can"],
  ["graph break", "a line that torch cannot put into a graph: Python runs it"],
  ["tensor made a number", "a call such as .item() or float(x): its result is a Python number"],
  ["resume function", "the rest of your function after a graph break, compiled by itself"],
  ["transformed code", "the code that runs instead of your function: it calls the compiled graphs"],
  ["graph", "the operations that were captured; each stage is the graph after more passes"],
  ["lowered", "after Inductor's passes: what kernels are generated from"],
  ["kernel", "generated code that runs one or several fused operations"],
  ["own code", "operations of the compiled function itself, and of functions that belong to no module"],
  ["node 1 of 48 (51)", "which selected node is in view; in brackets the number with all equal "
    + "layers, which are drawn once"],
  ["saved for backward", "values of the forward that stay in memory until the backward runs"],
  ["seen", "depyf saw the value at that line while the program ran"],
  ["global state", "torch's own settings: “GLOBAL_STATE changed: grad_mode” means that gradients were "
    + "switched on or off since the entry was made"],
  ["cache miss", "a cache on disk had nothing for this graph; “full_miss” is torch's word for it"],
  ["exact", "a quality of decompiled code: compiled again, and proved to do the same"],
];

/** Where the glossary has words that are written otherwise there. */
const HEADINGS: Readonly<Record<string, string>> = { "0/1": "compile id (`0/1`)",
  exact: "quality (`exact`, `structured`, `dispatch`, `listing`)" };

/** The anchor that GitHub gives a heading. */
export const anchorOf = (word: string): string => `#${(HEADINGS[word] ?? word).toLowerCase()
  .replace(/[^\w\- ]/g, "").replaceAll(" ", "-")}`;

const GLOSSARY = "https://github.com/thuml/depyf/blob/HEAD/docs/glossary.md";

/** The keys of the page, and the words that it uses. */
export function Keys({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close?.();
  }, [open]);
  return <dialog ref={dialog} onClose={onClose} aria-labelledby="keys">
    <h2 id="keys">Keys, words, how to read this</h2>
    <dl>{KEYS.map(([key, what]) =>
      <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
    <h2>Words</h2>
    <dl class="words">{WORDS.map(([word, what]) =>
      <div key={word}><dt><a href={GLOSSARY + anchorOf(word)} rel="noreferrer">{word}</a></dt>
        <dd>{what}</dd></div>)}</dl>
    <p><a href={GLOSSARY} rel="noreferrer">All terms</a> (online)</p>
    <h2>How to read this</h2>
    {howToRead()}
    <form method="dialog"><button class="plain">Close</button></form>
  </dialog>;
}
