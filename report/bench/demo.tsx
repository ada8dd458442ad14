// One graph in a page of its own, to look at:
//
//   node bench/demo.mjs OUT.html GRAPH.json [BEFORE.json] [key=value ...]
import { render } from "preact";
import { useState } from "preact/hooks";
import type { GraphData } from "../src/contract";
import { GraphView } from "../src/graph/GraphView";

declare const GIVEN: { graph: GraphData; before?: GraphData; lit?: string[]; theme?: string };

function Demo() {
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set(GIVEN.lit ?? []));
  const { graph, before } = GIVEN;
  return (
    <GraphView
      graph={graph}
      {...(before === undefined ? {} : { before })}
      lit={lit}
      selected={lit}
      onPoint={() => undefined}
      onPick={(name) => setLit(new Set([name]))}
    />
  );
}

if (GIVEN.theme !== undefined) document.documentElement.dataset["theme"] = GIVEN.theme;
const started = performance.now();
const app = document.getElementById("app");
if (app !== null) render(<Demo />, app);
document.title = `${Math.round(performance.now() - started)} ms`;
