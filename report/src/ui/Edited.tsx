import type { Data } from "../data";
import { patchOf } from "../edited";
import { linkTo, triedWords } from "../tried";
import { Edit, isLong } from "./Edit";
import { Fold } from "./Fold";
import { Rich } from "./Rich";

/** Of a run with edits of `depyf cure`: that it is one, the edits, what they changed, and where the run before them is. */
export function Edited({ data, isNamed = false }: { data: Data; isNamed?: boolean }) {
  const { before, after = "", results = "" } = data.cure_files ?? {};
  const diff = patchOf(data);
  if (before === undefined) return null;
  return <>
    <p class="cured">This page shows the program with edits of <code>depyf cure</code>, not the files as they are.{" "}
      <Rich text={triedWords(data)} />{before && <> <a href={linkTo(before)}>The page of the run before the edits</a>.</>}
      {after && <> <a href={linkTo(after)}>The page of the run with all kept edits</a>.</>}
      {results && <> <a href={linkTo(results)}>cure.md</a> has all figures.</>}</p>
    {diff === "" ? null : <Fold class="cured" label="The edits of this run as a diff" open={isNamed || !isLong({ diff })}>
      {() => <Edit of={{ diff }} />}</Fold>}</>;
}
