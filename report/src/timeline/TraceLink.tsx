// The timeline as a file for Perfetto, made when it is asked for.

import type { Span } from "../contract";
import type { RankSpans } from "./layout";
import { perfettoTrace } from "./trace";

interface TraceLinkProps {
  spans: readonly Span[];
  ranks?: readonly RankSpans[];
}

const KEPT = 60_000; // ms that the browser has to save the file

/** A link that saves the trace: from a Blob, so that no request is made. */
export function TraceLink({ spans, ranks }: TraceLinkProps) {
  const onClick = (event: MouseEvent) => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement)) return;
    const text = perfettoTrace(spans, ranks);
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.href = url;
    setTimeout(() => URL.revokeObjectURL(url), KEPT);
  };
  return (
    <p class="tl-trace">
      <a href="#" download="compile-trace.json" onClick={onClick}>
        Save as a trace file
      </a>{" "}
      for Perfetto or chrome://tracing
    </p>
  );
}
