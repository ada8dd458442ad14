import { useMemo } from "preact/hooks";
import type { Box } from "../flow/layout";
import { fitted, flowChart, SIZE, widthOf } from "../flow/layout";
import { titleOf } from "../model";
import type { EntryPlace, Panel } from "../place";

const POINT = 16; // pixels, of the tips of a test

/** What a call goes through: guards, code, graphs, breaks, resume functions. */
export const flow: Panel<EntryPlace> = {
  id: "flow",
  title: () => "Flow",
  applies: () => true,
  View: ({ place: { model, context: { root, frame, at } } }) => {
    const chart = useMemo(() => flowChart(model, root, { frame: frame.id, at }), [model, root, frame, at]);
    return <div class="flow scroll">
      <svg width={chart.width} height={chart.height} role="group"
        aria-label={`Flow of ${titleOf(root)}`}>
        {chart.arrows.map(({ path, head }) => <>
          <path d={path} /><path class="head" d={head} /></>)}
        {chart.boxes.map((box, at) => box.href === null ? <BoxView key={at} box={box} width={chart.across} />
          : <a key={at} href={box.href}><BoxView box={box} width={chart.across} /></a>)}
        {chart.words.map(({ x, y, text, end }, at) => <text key={at} class="label" x={x}
          y={y} text-anchor={end ? "end" : "start"}>{text}</text>)}
      </svg>
    </div>;
  },
};

function BoxView({ box, width: across }: { box: Box; width: number }) {
  const { kind, x, y, label, sub, href, isOpen } = box;
  const width = widthOf(box, across);
  const { height } = SIZE;
  const middle = x + width / 2;
  return <g class={`of-${kind}${href === null ? "" : " open"}${isOpen ? " here" : ""}`}>
    <title>{sub ? `${label} — ${sub}` : label}</title>
    {kind === "guard"
      ? <path class="box" d={`M${x + POINT} ${y}H${x + width - POINT}L${x + width} `
        + `${y + height / 2}L${x + width - POINT} ${y + height}H${x + POINT}`
        + `L${x} ${y + height / 2}Z`} />
      : <rect class="box" x={x} y={y} width={width} height={height}
        rx={kind === "out" || kind === "call" ? height / 2 : 5} />}
    <text x={middle} y={y + (sub ? 18 : 26)} text-anchor="middle">
      {fitted(box, "label", width)}</text>
    {sub ? <text class="sub" x={middle} y={y + 33} text-anchor="middle">
      {fitted(box, "sub", width)}</text> : null}
  </g>;
}
