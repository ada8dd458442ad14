import type { CodeLine } from "../data";
import type { Context } from "../model";
import { lineText } from "../model";
import { address } from "../state";
import { whereShown } from "../whereShown";

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
  const shown = whereShown(context.model, line, { frame: context.frame.id, at: context.at });
  return shown === null ? <>{text}</> : <a href={address(shown)}>{text}</a>;
}
