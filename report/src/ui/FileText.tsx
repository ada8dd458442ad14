import type { ComponentProps } from "preact";
import { languageOf } from "../highlight";
import { Code } from "./Code";

type Props = { file: string; text: string; note?: string }
  & Partial<Omit<ComponentProps<typeof Code>, "text">>;

/** A file of the directory, with a link to the file itself. */
export function FileText({ file, text, note = "", ...code }: Props) {
  return <section class="pane">
    <h2><a href={encodeURIComponent(file)} title={`open ${file}`}>{file} ↗</a>
      {note === "" ? null : <span class="soft"> {note}</span>}</h2>
    <div class="scroll"><Code label={file} text={text} language={languageOf(file)}
      {...code} /></div>
  </section>;
}
