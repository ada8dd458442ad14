import { Fragment } from "preact";
import { Fold } from "./Fold";

const AT_FIRST = 3;

/** A path that may be broken between its words, never within one. */
export const Path = ({ path }: { path: string }) => <code class="whole">
  {path.split(/(?<=\.)(?=[A-Za-z_])|(?<=\w_)(?=[A-Za-z])/).map((part, at) => <Fragment key={at}>
    {at === 0 ? null : <wbr />}{part}</Fragment>)}</code>;

/** The first of a list of code, and the rest to open. */
export function Some({ items }: { items: readonly string[] }) {
  const rest = items.slice(AT_FIRST);
  const codes = (all: readonly string[]) => all.map((one, at) =>
    <Fragment key={at}>{at === 0 ? "" : ", "}<Path path={one} /></Fragment>);
  return <>{codes(items.slice(0, AT_FIRST))}{rest.length === 0 ? null
    : <Fold label={`${rest.length} more`}>{() => codes(rest)}</Fold>}</>;
}
