import type { ComponentChildren, JSX } from "preact";
import { Menu } from "../ui/Menu";

/** Where the reader is among the selected nodes. */
export interface Steps {
  /** From 0. */
  now: number;
  count: number;
  /** With those of equal layers that are not shown. */
  all: number;
  onStep: (by: 1 | -1) => void;
}

export interface ToolbarProps {
  /** What stands before the search: which graph is shown. */
  lead?: ComponentChildren;
  query: string;
  onQuery: (query: string) => void;
  /** How many nodes are found, and which of them is shown, from 1; 0 if none. */
  found: number;
  shown: number;
  onNext: (step: 1 | -1) => void;
  steps: Steps;
  zoom: number;
  onZoom: (factor: number) => void;
  onFit: () => void;
  onOpenAll: () => void;
  onCloseAll: () => void;
  isText: boolean;
  onText: () => void;
}

/** Search, zoom, and what opens and closes groups. */
export function Toolbar(props: ToolbarProps): JSX.Element {
  const { query, found, shown } = props;
  const count = query.trim() === "" ? "" : found === 0 ? "none" : shown > 0 ? `${shown} of ${found}` : `${found}`;
  return (
    <div class="graph-tools" role="toolbar" aria-label="Graph">
      {props.lead}
      <span class="graph-find">
        <input
          type="search"
          placeholder="Find"
          aria-label="Find operators in the graph"
          value={query}
          onInput={(event) => props.onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") props.onNext(event.shiftKey ? -1 : 1);
          }}
        />
        <output aria-live="polite">{count}</output>
      </span>
      <span class="graph-steps">
        <output aria-live="polite" title={stepTitle(props.steps)}>{stepWords(props.steps)}</output>
        <button type="button" aria-label="The selected node before" disabled={props.steps.count < 2} onClick={() => props.steps.onStep(-1)}>‹</button>
        <button type="button" aria-label="The next selected node" disabled={props.steps.count < 2} onClick={() => props.steps.onStep(1)}>›</button>
      </span>
      <span class="graph-buttons">
        <button type="button" onClick={props.onFit}>Fit</button>
        <Menu label="⋯" name="More of the graph">
          {() => <>
            <span>
              <button type="button" aria-label="Zoom out" onClick={() => props.onZoom(0.8)}>−</button>
              <button type="button" aria-label={`${Math.round(props.zoom * 100)}%, zoom to original size`} onClick={() => props.onZoom(1 / props.zoom)}>
                {`${Math.round(props.zoom * 100)}%`}
              </button>
              <button type="button" aria-label="Zoom in" onClick={() => props.onZoom(1.25)}>+</button>
            </span>
            <button type="button" onClick={props.onOpenAll}>Open all</button>
            <button type="button" onClick={props.onCloseAll}>Close all</button>
            <button type="button" aria-pressed={props.isText} onClick={props.onText}>As text</button>
          </>}
        </Menu>
      </span>
    </div>
  );
}

function stepWords({ now, count, all }: Steps): string {
  if (count === 0) return "";
  return `node ${now + 1} of ${count}${all > count ? ` (${all})` : ""}`;
}

const stepTitle = ({ count, all }: Steps): string => all > count
  ? `Equal layers are drawn once: ${all} nodes are selected` : "Selected nodes";
