import type { ComponentChildren } from "preact";
import { base, isOfProgram } from "../model";

/** A file of the directory, with a link to the file itself, or one of the program. */
export function FileText({ file, note = "", children }:
  { file: string; note?: string; children: ComponentChildren }) {
  return <section class="pane">
    <h2>{isOfProgram(file) ? <span class="name" title={file}>{base(file)}</span>
      : <a class="name" href={encodeURIComponent(file)} title={`open ${file}`}>{file} ↗</a>}
      {note === "" ? null : <span class="soft"> {note}</span>}</h2>
    <div class="scroll">{children}</div>
  </section>;
}
