import type { CodeLine } from "../data";
import type { Context } from "../model";
import { lineText } from "../model";
import { address } from "../state";

/** A sentence; torch and depyf write code between backticks. */
export function Rich({ text }: { text: string | undefined }) {
  const parts = (text ?? "").split("`");
  return <>{parts.map((part, at) => at % 2 ? <code key={at}>{part}</code> : part)}</>;
}

export const Bullets = ({ items }: { items: readonly string[] }) =>
  <ul>{items.map((text) => <li key={text}><Rich text={text} /></li>)}</ul>;

/** A line of the user's, with a link to where it is shown if it is. */
export function LineRef({ context, line }: { context: Context; line: CodeLine }) {
  const text = lineText(line);
  const captured = context.compilation.captured_places ?? [];
  const own = line.file === context.root.file;
  if (!own && !captured.some((one) => one.file === line.file)) return <>{text}</>;
  const file = own ? {} : { file: line.file };
  return <a href={address({ frame: context.frame.id, at: context.at, panel: "code",
    selection: { kind: "source", line: line.line, ...file } })}>{text}</a>;
}
