// Two entries side by side: what only one of them demands.

import { useMemo } from "preact/hooks";
import { differences, marked, type Difference, type Marked } from "./differences";
import type { OtherEntry } from "./Guards";

/** Shows what differs between two entries. */
export function Compared({ a, b }: { a: OtherEntry; b: OtherEntry }) {
  const found = useMemo(() => differences(a.groups, b.groups), [a.groups, b.groups]);
  const same = found.same === 1 ? "1 condition is" : `${found.same} conditions are`;
  if (found.different.length === 0) {
    return (
      <p class="gd-none">
        {a.name} and {b.name} demand the same, as far as torch tells.
      </p>
    );
  }
  return (
    <div class="gd-compared">
      <table>
        <caption>
          What differs; {same} the same
        </caption>
        <thead>
          <tr>
            <th scope="col">{a.name}</th>
            <th scope="col">{b.name}</th>
          </tr>
        </thead>
        <tbody>
          {found.different.map((one, at) => (
            <Pair key={at} one={one} isFirst={found.different[at - 1]?.title !== one.title} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pair({ one, isFirst }: { one: Difference; isFirst: boolean }) {
  const [left, right] = marked(one.a ?? "", one.b ?? "");
  return (
    <>
      {isFirst && (
        <tr>
          <th scope="rowgroup" colSpan={2} class="gd-title">
            {one.title}
          </th>
        </tr>
      )}
      <tr>
        <Side text={one.a} parts={left} isPaired={one.b !== null} />
        <Side text={one.b} parts={right} isPaired={one.a !== null} />
      </tr>
    </>
  );
}

interface SideProps {
  text: string | null;
  parts: Marked;
  isPaired: boolean;
}

function Side({ text, parts, isPaired }: SideProps) {
  if (text === null) return <td class="gd-without">does not ask</td>;
  if (!isPaired) {
    return (
      <td>
        <code>
          <mark>{text}</mark>
        </code>
      </td>
    );
  }
  return (
    <td>
      <code>
        {parts.before}
        {parts.differs !== "" && <mark>{parts.differs}</mark>}
        {parts.after}
      </code>
    </td>
  );
}
