import { type Model, place } from "../model";
import { address } from "../state";
import { whereShown } from "../whereShown";

/** The call or decorator that compiles a function, with its options; nothing if unclear. */
export function CompiledBy({ model, frame }: { model: Model; frame: string }) {
  const call = model.data.compile_calls[frame];
  if (call === undefined) return null;
  const shown = whereShown(model, call);
  const at = place(call.file, call.line);
  return <p>Compiled by <code>{call.text}</code> at {shown === null ? at
    : <a href={address(shown)}>{at}</a>}</p>;
}
