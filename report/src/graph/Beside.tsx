// What stands beside the picture as text: what a stage changed, and the whole graph.

import type { JSX } from "preact";
import type { GraphData } from "../contract";
import { goneByPlace } from "./changes";
import type { Changes } from "./changes";
import { at } from "./lists";
import { counted } from "./marks";

/** In one sentence: what this stage changed. */
export function changesInWords(changes: Changes, before: GraphData): string {
  const stage = before.stage.replace(/_/g, " ");
  const [added, gone] = [changes.added.size, changes.gone.length];
  if (isHalfOf(before) && !changes.rewritten) {
    const all = (changes.unchanged + gone).toLocaleString("en");
    return `${changes.unchanged.toLocaleString("en")} of the ${all} operators of ${stage}`
      + `${added > 0 ? `, and ${added.toLocaleString("en")} new` : ""}.`;
  }
  if (added === 0 && gone === 0) return `The same operators as in ${stage}.`;
  if (changes.rewritten) {
    return `All rewritten since ${stage}: ${counted(gone, "operator")} became ${added.toLocaleString("en")}.`;
  }
  const parts = [
    added > 0 ? `${added.toLocaleString("en")} new` : "",
    gone > 0 ? `${gone.toLocaleString("en")} gone` : "",
    `${changes.unchanged.toLocaleString("en")} unchanged`,
  ];
  return `Since ${stage}: ${parts.filter((one) => one !== "").join(", ")}.`;
}

/** The operators of the stage before that are gone. */
export function GoneList({ changes, before }: { changes: Changes; before: GraphData }):
  JSX.Element | null {
  if (changes.gone.length === 0 || changes.rewritten || isHalfOf(before)) return null;
  return (
    <details class="graph-gone">
      <summary>{counted(changes.gone.length, "operator")} gone</summary>
      <dl>
        {goneByPlace(changes.gone).map(({ where, times, operators }) => (
          <div key={where}>
            <dt>{(where === "" ? "no module" : where) + (times > 1 ? ` ×${times}` : "")}</dt>
            {operators.map(({ label, count }) => (
              <dd key={label}>
                <del>{label}</del>
                {count > 1 ? ` ×${count}` : ""}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Whether a stage is cut in two: what is not in one half is in the other, and not gone. */
const isHalfOf = (before: GraphData): boolean => before.stage.startsWith("Joint");

export interface TextListProps {
  graph: GraphData;
  onPick: (name: string) => void;
  onPoint: (name: string | null) => void;
}

/** The graph without a picture: each node, and what it takes. */
export function TextList({ graph, onPick, onPoint }: TextListProps): JSX.Element {
  return (
    <ol class="graph-text" aria-label={`Nodes of ${graph.prefix} ${graph.stage}, in order`}>
      {graph.nodes.map((node, position) => {
        const takes = [...node.takes.map((one) => at(graph.nodes, one).name), ...node.parameters];
        return (
          <li key={position}>
            <button
              type="button"
              class="graph-name"
              onClick={() => onPick(node.name)}
              onFocus={() => onPoint(node.name)}
              onBlur={() => onPoint(null)}
            >
              {node.name}
            </button>{" "}
            <code>{node.label === node.name ? node.kind : node.label}</code> {node.type}
            {takes.length > 0 ? ` takes ${takes.join(", ")}` : ""}
            {node.module === "" ? "" : `, in ${node.module}`}
          </li>
        );
      })}
    </ol>
  );
}
