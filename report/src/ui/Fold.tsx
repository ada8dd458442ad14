import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  label: ComponentChildren;
  note?: string | number;
  open?: boolean;
  class?: string;
  children: () => ComponentChildren;
}

/** Something to open; what is in it is made only then. */
export function Fold({ label, note, open = false, children, ...more }: Props) {
  const [shown, show] = useState(open);
  useEffect(() => { if (open) show(true); }, [open]);
  return <details open={shown} class={more.class ?? ""}
    onToggle={(event) => show(event.currentTarget.open)}>
    <summary>{label}{note === undefined ? null : <span class="soft"> {note}</span>}</summary>
    {shown ? children() : null}
  </details>;
}
