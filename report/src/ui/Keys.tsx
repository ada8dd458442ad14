import { useEffect, useRef } from "preact/hooks";

const KEYS: readonly [string, string][] = [
  ["/", "search everything; Enter opens the first place, ↓ goes to the list"],
  ["↑ ↓", "in the tree: move; in code: select the next line"],
  ["→ ←", "in the tree: open and close; in tabs: the next one; between panes: wider"],
  ["Enter", "go there; between panes: widths as at first"],
  ["[ ]", "the entry before, the entry after"],
  ["Esc", "select nothing; close this"],
  ["?", "these keys"],
];

/** The keys of the page. */
export function Keys({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close?.();
  }, [open]);
  return <dialog ref={dialog} onClose={onClose} aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    <dl>{KEYS.map(([key, what]) =>
      <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
    <form method="dialog"><button class="plain">Close</button></form>
  </dialog>;
}
