import { useEffect, useRef } from "preact/hooks";
import { howToRead } from "../panels/overview";

const KEYS: readonly [string, string][] = [
  ["/", "search everything; Enter opens the first place, ↓ goes to the list"],
  ["↑ ↓", "in the tree: move; in code: select the next line"],
  ["→ ←", "in the tree: open and close; in tabs: the next one; between panes: wider"],
  ["Enter", "go there; between panes: widths as at first"],
  ["m", "maximize or restore this pane; a double click on its title does the same"],
  ["[ ]", "the entry before, the entry after"],
  ["Esc", "clear the selection; close this"],
  ["?", "these keys and words"],
];

const WORDS: readonly [string, string][] = [
  ["guard", "a check on a call's values; all guards of an entry must hold for it to run"],
  ["cache entry", "one compiled version of a function: guards, and the code that then runs"],
  ["0/1", "torch's id of a compilation: of function 0, the second one"],
  ["recompile", "torch compiles again, because no entry's guards hold for a call"],
  ["graph break", "a line that torch cannot put into a graph: Python runs it"],
  ["resume function", "the rest of your function after a graph break, compiled by itself"],
  ["transformed code", "the code that runs instead of your function: it calls the compiled graphs"],
  ["graph", "the operations that were captured; each stage is the graph after more passes"],
  ["lowered", "after Inductor's passes: what kernels are generated from"],
  ["kernel", "generated code that runs one or several fused operations"],
  ["saved for backward", "values of the forward that stay in memory until the backward runs"],
  ["exact", "a quality of decompiled code: compiled again, and proved to do the same"],
];

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
      <div key={word}><dt>{word}</dt><dd>{what}</dd></div>)}</dl>
    <p><a href={GLOSSARY} rel="noreferrer">All terms</a> (online)</p>
    <h2>How to read this</h2>
    {howToRead()}
    <form method="dialog"><button class="plain">Close</button></form>
  </dialog>;
}
