import { useMemo } from "preact/hooks";
import type { Box } from "../flow/layout";
import { SIZE, flowChart } from "../flow/layout";
import { titleOf } from "../model";
import type { EntryPlace, Panel } from "../place";

const LONGEST = { label: 27, guard: 24, sub: 28 }; // characters that fit a box
const POINT = 16; // pixels, of the tips of a test

/** What a call goes through: guards, code, graphs, breaks, resume functions. */
export const flow: Panel<EntryPlace> = {
  id: "flow",
  title: () => "Flow",
  applies: () => true,
  View: ({ place: { model, context: { root } } }) => {
    const chart = useMemo(() => flowChart(model, root), [model, root]);
    return <div class="flow scroll">
      <svg width={chart.width} height={chart.height} role="group"
        aria-label={`Flow of ${titleOf(root)}`}>
        {chart.arrows.map(({ path, head }) => <>
          <path d={path} /><path class="head" d={head} /></>)}
        {chart.boxes.map((box, at) => box.href === null ? <BoxView key={at} box={box} />
          : <a key={at} href={box.href}><BoxView box={box} /></a>)}
        {chart.words.map(({ x, y, text, end }, at) => <text key={at} class="label" x={x}
          y={y} text-anchor={end ? "end" : "start"}>{text}</text>)}
      </svg>
    </div>;
  },
};

function BoxView({ box: { kind, x, y, label, sub, href } }: { box: Box }) {
  const { width, height } = SIZE;
  const middle = x + width / 2;
  return <g class={href === null ? `of-${kind}` : `of-${kind} open`}>
    <title>{sub ? `${label} — ${sub}` : label}</title>
    {kind === "guard"
      ? <path class="box" d={`M${x + POINT} ${y}H${x + width - POINT}L${x + width} `
        + `${y + height / 2}L${x + width - POINT} ${y + height}H${x + POINT}`
        + `L${x} ${y + height / 2}Z`} />
      : <rect class="box" x={x} y={y} width={width} height={height}
        rx={kind === "out" || kind === "call" ? height / 2 : 5} />}
    <text x={middle} y={y + (sub ? 18 : 26)} text-anchor="middle">
      {cut(label, kind === "guard" ? LONGEST.guard : LONGEST.label)}</text>
    {sub ? <text class="sub" x={middle} y={y + 33} text-anchor="middle">
      {cut(sub, kind === "guard" ? LONGEST.guard : LONGEST.sub)}</text> : null}
  </g>;
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
