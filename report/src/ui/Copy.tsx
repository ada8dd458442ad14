import { useEffect, useState } from "preact/hooks";
import { copyText } from "../clipboard";

const SAID = 2000; // milliseconds that success is told

interface Props {
  /** Makes the text when it is asked for. */
  make: () => string;
  /** What is copied: `table`. */
  what: string;
  /** How, and what the button says. */
  as?: string;
  label?: string;
}

/** A button that copies as Markdown; where that is forbidden, the text is shown. */
export function Copy({ make, what, as = " as Markdown", label = "Copy" }: Props) {
  const [said, say] = useState("");
  const [text, show] = useState<string | null>(null);
  useEffect(() => {
    if (said === "") return undefined;
    const timer = setTimeout(() => say(""), SAID);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const made = make();
    if (await copyText(made)) return say("Copied");
    show(made);
  };
  return <span class="copy">
    <button type="button" class="small" title={`Copy this ${what}${as}`}
      onClick={() => void copy()}>{label}</button>
    <span class="soft" role="status">{said}</span>
    {text === null ? null : <textarea class="copied" readOnly rows={4} value={text}
      aria-label={`The ${what}${as}: the browser forbids to copy it`}
      onBlur={() => show(null)}
      ref={(area) => { area?.focus(); area?.select(); }} />}
  </span>;
}
