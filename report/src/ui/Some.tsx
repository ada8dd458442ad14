import { Fragment } from "preact";
import { Fold } from "./Fold";

const AT_FIRST = 3;

const SHORT = 4; // letters: a shorter word stays with the one behind or before it

/** The parts of a path between which a line may end. */
export function wordsOf(path: string): string[] {
  const found: string[] = [];
  for (const part of path.split(/(?<=\.)(?=[A-Za-z_])|(?<=\w_)(?=[A-Za-z])/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length < SHORT) found[found.length - 1] = last + part;
    else found.push(part);
  }
  const [last = ""] = found.slice(-1);
  return found.length < 2 || last.length >= SHORT ? found
    : [...found.slice(0, -2), found.slice(-2).join("")];
}

/** A name that may be broken between its words, never within one. */
export const Broken = ({ name }: { name: string }) => <>
  {wordsOf(name).map((part, at) => <Fragment key={at}>{at === 0 ? null : <wbr />}{part}</Fragment>)}</>;

/** A path that may be broken between its words. */
export const Path = ({ path }: { path: string }) => <code class="whole"><Broken name={path} /></code>;

/** The first of a list of code, and the rest to open. */
export function Some({ items }: { items: readonly string[] }) {
  const rest = items.slice(AT_FIRST);
  const codes = (all: readonly string[]) => all.map((one, at) =>
    <Fragment key={at}>{at === 0 ? "" : ", "}<Path path={one} /></Fragment>);
  return <>{codes(items.slice(0, AT_FIRST))}{rest.length === 0 ? null
    : <Fold label={`${rest.length} more`}>{() => codes(rest)}</Fold>}</>;
}
