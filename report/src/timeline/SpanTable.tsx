// The timeline as a table: for screen readers, and for those who want the numbers.

import { useState } from "preact/hooks";
import type { Layout } from "./layout";
import { cacheWords, duration } from "./words";

interface SpanTableProps {
  layout: Layout;
  onOpen(frame: string, at: number, rank: number): void;
}

const PAGE = 200; // rows that are made at once

/** Lists what the timeline draws; the rows are made when it is opened. */
export function SpanTable({ layout, onOpen }: SpanTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tl-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same as a table</summary>
      {isOpen && <Rows layout={layout} onOpen={onOpen} />}
    </details>
  );
}

function Rows({ layout, onOpen }: SpanTableProps) {
  const [shown, setShown] = useState(PAGE);
  const isSeveral = layout.lanes.length > 1;
  const rest = layout.bars.length - shown;
  return (
    <>
      <table>
        <caption>What was compiled when, in the order in which it began</caption>
        <thead>
          <tr>
            {isSeveral && <th scope="col">Rank</th>}
            <th scope="col">Compilation</th>
            <th scope="col">Part</th>
            <th scope="col">From</th>
            <th scope="col">Took</th>
            <th scope="col">Cache</th>
          </tr>
        </thead>
        <tbody>
          {layout.bars.slice(0, shown).map(({ span, rank }, at) => (
            <tr key={at}>
              {isSeveral && <td>{rank}</td>}
              <td>
                {span.frame === null || span.depth > 0 ? (
                  span.compilation
                ) : (
                  <button type="button"
                    onClick={() => onOpen(span.frame ?? "", span.at, rank)}>
                    {span.compilation}
                  </button>
                )}
              </td>
              <td style={{ paddingLeft: `${8 + span.depth * 14}px` }}>{span.name}</td>
              <td class="tl-number">{duration(span.start)}</td>
              <td class="tl-number">{duration(span.seconds)}</td>
              <td>{cacheWords(span.cache)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          {Math.min(rest, PAGE)} more of {rest}
        </button>
      )}
    </>
  );
}
