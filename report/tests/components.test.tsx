// @vitest-environment happy-dom
// What one sees and does in the components: keys, clicks, filters; names stay text.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Span } from "../src/contract";
import { Guards } from "../src/guards/Guards";
import { Ranks } from "../src/ranks/Ranks";
import { Recompiles } from "../src/recompiles/Recompiles";
import { Timeline } from "../src/timeline/Timeline";

const NASTY = "<img src=x onerror=alert(1)>";
let app: HTMLElement;

beforeEach(() => {
  app = document.createElement("main");
  document.body.append(app);
});
afterEach(() => {
  render(null, app);
  app.remove();
});

function show(what: preact.JSX.Element) {
  act(() => render(what, app));
}

function press(key: string, more: KeyboardEventInit = {}) {
  const target = document.activeElement ?? app;
  const options = { key, bubbles: true, cancelable: true, ...more };
  act(() => void target.dispatchEvent(new KeyboardEvent("keydown", options)));
}

function click(text: string) {
  const found = [...app.querySelectorAll("button")].find(
    (button) =>
      button.textContent?.trim() === text ||
      button.getAttribute("aria-label")?.startsWith(text),
  );
  if (found === undefined) throw new Error(`no button ${text} in ${app.textContent}`);
  act(() => found.click());
}

const bars = () => [...app.querySelectorAll<HTMLButtonElement>(".tl-bar")];
const labels = () => bars().map((bar) => bar.getAttribute("aria-label") ?? "");

function span(name: string, start: number, seconds: number, depth = 0): Span {
  return { name, start, seconds, depth, compilation: "2/1", frame: "f2", at: 1 };
}

const SPANS = [span("f", 0, 1), span("Dynamo", 0, 1, 1), span("g", 7, 1)];

test("one bar can be reached by Tab, the others by arrows, and a click opens it", () => {
  const onOpen = vi.fn();
  show(<Timeline spans={SPANS} onOpen={onOpen} />);
  const reached = () => bars().filter((bar) => bar.tabIndex === 0);
  expect(reached()).toHaveLength(1);
  act(() => reached()[0]?.focus());
  press("ArrowRight");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^g 2\/1 · 1 s/);
  press("ArrowLeft");
  press("ArrowDown");
  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Dynamo/);
  expect(reached()).toHaveLength(1);
  act(() => (document.activeElement as HTMLElement).click());
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("f2", 1, 0);
});

test("keys and buttons zoom at the bar that one is at, which keeps the focus", () => {
  show(<Timeline spans={SPANS} onOpen={() => {}} />);
  const f = labels()[0];
  act(() => bars()[0]?.focus());
  for (let n = 0; n < 5; n++) press("+");
  expect(labels().map((text) => text.split(" ")[0])).toEqual(["f", "Dynamo"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe(f);
  press("0");
  expect(labels()).toHaveLength(3);
  for (let n = 0; n < 5; n++) click("Zoom in");
  expect(labels()).toHaveLength(2);
  for (let n = 0; n < 50; n++) press("ArrowRight", { shiftKey: true });
  expect(labels().map((text) => text.split(" ")[0])).toEqual(["g"]);
  click("All");
  expect(labels()).toHaveLength(3);
});

test("a drag opens nothing, and the next click does", async () => {
  const onOpen = vi.fn();
  show(<Timeline spans={SPANS} onOpen={onOpen} />);
  const pointer = (type: string, clientX: number) =>
    act(
      () =>
        void bars()[0]?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX })),
    );
  pointer("pointerdown", 10);
  pointer("pointermove", 60);
  pointer("pointerup", 60);
  act(() => bars()[0]?.click());
  expect(onOpen).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve));
  act(() => bars()[0]?.click());
  expect(onOpen).toHaveBeenCalledOnce();
});

test("each rank has a lane, and its bars tell it", () => {
  const ranks = [0, 5].map((rank) => ({ rank, spans: SPANS }));
  show(<Timeline spans={SPANS} ranks={ranks} onOpen={() => {}} />);
  const lanes = [...app.querySelectorAll(".tl-lane")].map((one) => one.textContent);
  expect(lanes).toEqual(["rank 0", "rank 5"]);
  expect(labels().filter((text) => text.endsWith("rank 5"))).toHaveLength(3);
});

test("a timeline without times says so", () => {
  show(<Timeline spans={[]} onOpen={() => {}} />);
  expect(app.textContent).toContain("No times");
});

test("the table has a row for each span, once it is opened", () => {
  show(<Timeline spans={SPANS} onOpen={() => {}} />);
  expect(app.querySelector("table")).toBeNull();
  const details = app.querySelector("details")!;
  act(() => {
    details.open = true; // a toggle event follows
  });
  expect(app.querySelectorAll("tbody tr")).toHaveLength(3);
});

const GUARDS = [
  { expression: "L['n'] == 0", user_line: { file: "/u/toy.py", line: 5, text: "x" } },
];
const GROUPS = [
  { title: "Python values", own: ["n == 0  # toy.py:5: x"], common: ["m == 1"] },
  { title: "torch's own state", own: [], common: ["grad_mode"] },
];

test("a filter leaves the guards that have it, and opens what was folded", () => {
  show(<Guards groups={GROUPS} guards={GUARDS} onLine={() => {}} />);
  const input = app.querySelector("input")!;
  input.value = "grad";
  act(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
  expect([...app.querySelectorAll("code")].map((one) => one.textContent)).toEqual([
    "grad_mode",
  ]);
  expect(app.querySelector("details")?.open).toBe(true);
  input.value = "nowhere";
  act(() => void input.dispatchEvent(new Event("input", { bubbles: true })));
  expect(app.querySelector('[role="status"]')?.textContent).toContain("No guard");
});

test("a guard's line is one click away, and what another entry asks stands beside", () => {
  const onLine = vi.fn();
  const other = {
    name: "entry 1",
    groups: [{ ...GROUPS[0]!, own: ["n == 1"] }, GROUPS[1]!],
  };
  show(<Guards groups={GROUPS} guards={GUARDS} other={other} onLine={onLine} />);
  click("Show toy.py:5");
  expect(onLine).toHaveBeenCalledExactlyOnceWith({ file: "/u/toy.py", line: 5 });
  expect([...app.querySelectorAll("mark")].map((one) => one.textContent)).toEqual([
    "0",
    "1",
  ]);
});

test("a table of recompiles opens entries and lines, and tells a refusal", () => {
  const [onOpen, onLine] = [vi.fn(), vi.fn()];
  const because = [{ text: "n == 0 (toy.py:5: x)", failed: "0/0" }];
  show(
    <Recompiles
      frame={{ id: "f0", co_name: "f" }}
      compilations={[
        { id: "0/0", entry: { index: 0 }, guards: GUARDS, guard_groups: GROUPS },
        { id: "0/1", skipped: "recompile_limit reached", recompiled_because: because },
      ]}
      findings={[{ rule: "varying-argument", subject: "f", title: "is", what: "is", why: "Is.",
        edit: "n = 1" }]}
      rules={["varying-argument"]}
      onOpen={onOpen}
      onLine={onLine}
    />,
  );
  click("no entry");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
  click("toy.py:5");
  expect(onLine).toHaveBeenCalledExactlyOnceWith({ file: "/u/toy.py", line: 5 });
  expect(app.textContent).toContain("Refused: the limit of entries is reached");
  expect(app.querySelector(".rc-edit")?.textContent).toBe("n = 1");
});

test("a change that was tried says what it gave, and has the whole edit", () => {
  const recompiles = (diff: string) => show(<Recompiles frame={{ id: "f0", co_name: "f" }} compilations={[{ id: "0/0" }, { id: "0/1" }]}
    findings={[{ rule: "varying-argument", subject: "f", title: "is", what: "is", why: "Is.", edit: "n = 1",
      trials: ["recompiles 4 -> 0, same output"], diff }]}
    rules={["varying-argument"]} onOpen={() => {}} onLine={() => {}} />);
  recompiles("-n = 2\n+n = 1\n");
  expect(app.querySelector(".rc-advice")?.textContent?.replaceAll("\u00a0", " ")).toContain("Tried: recompiles 4 → 0, same output");
  expect(app.querySelector("pre.edit")?.textContent).toBe("-n = 2\n+n = 1\n");
  expect(app.querySelector(".rc-edit")).toBeNull();
  recompiles("+x\n".repeat(30));
  expect(app.querySelector(".rc-edit")?.textContent).toBe("n = 1");
  expect(app.querySelector("pre.edit button")?.textContent).toBe("Show all 30 lines");
});

test("ranks link to their pages", () => {
  const ranks = [0, 1].map((rank) => ({ rank, page: `rank_${rank}/index.html` }));
  const data = { world: 2, groups: [{ ranks, compilations: 1 }], missing: [] };
  show(<Ranks ranks={data} onOpen={() => {}} />);
  const links = [...app.querySelectorAll("a")].map((one) => one.getAttribute("href"));
  expect(links).toEqual(["rank_0/index.html", "rank_1/index.html"]);
});

test("the recompiles of an entry begin with the table, which answers why; its own finding is next, those of others are below", () => {
  const finding = (what: string) => ({ rule: "varying-text", subject: "f", title: "recompiles", what, why: what });
  const nothing = () => {};
  const onLine = vi.fn();
  show(<Recompiles frame={{ id: "f0", co_name: "f" }} compilations={[{ id: "0/0" }, { id: "0/1", called_at: { file: "/u/main.py", line: 30, text: "f(x, y)" } }, { id: "0/2" }]}
    findings={[finding("text varies"), finding("mode varies"), { ...finding("it breaks"), rule: "item", subject: "g" }]}
    rules={["varying-text"]}
    expected={[{ subject: "f", what: "size varies" }]}
    ties={{ findings: [["0/1"], ["0/2"], ["0/1"]], expected: [["0/1"]], behind_others: [] }} at={1} onOpen={nothing} onLine={onLine} />);
  const order = [...app.querySelectorAll(".rc-advice p, table, h3")].map((one) =>
    one.tagName === "TABLE" ? "table" : one.textContent);
  expect(order).toEqual(["table", "This entry", "f recompiles. text varies", "size varies", "g recompiles. it breaks", "Other entries", "f recompiles. mode varies"]);
  // The call that this entry was compiled for: a finding may name the line of another.
  expect([...app.querySelectorAll("tr[aria-current] th")].map((one) => one.textContent)).toEqual(["no entry0/1called at main.py:30"]);
  click("main.py:30");
  expect(onLine).toHaveBeenCalledExactlyOnceWith({ file: "/u/main.py", line: 30 });
});

test("an entry that only a graph break's finding names has its own reason first", () => {
  const onto = { rule: "item", subject: "g", title: "breaks the graph", what: "", why: "It breaks." };
  const reason = { text: "tensor 'x' size mismatch", failed: "0/0" };
  const shown = (behind_others: { subject: string; what: string; compilations: string[] }[]) => {
    show(<Recompiles frame={{ id: "f0", co_name: "f" }} findings={[onto]} rules={["varying-text"]} at={1}
      compilations={[{ id: "0/0", entry: { index: 0 } }, { id: "0/1", recompiled_because: [reason], reason }]}
      ties={{ findings: [["0/1"]], expected: [], behind_others }} onOpen={() => {}} onLine={() => {}} />);
    return [...app.querySelectorAll("h3, p")].map((one) => one.textContent);
  };
  const rest = ["Its seconds are part of the cost of:", "g breaks the graph. It breaks."];
  expect(shown([{ subject: "f", what: "`x.shape[0]` varies", compilations: ["0/1"] }]))
    .toEqual(["This entry", "x.shape[0] varies", ...rest]);
  expect(shown([{ subject: "f", what: "of another", compilations: ["0/2"] }]))
    .toEqual(["This entry", "Guard of entry 0 failed: tensor 'x' size mismatch", ...rest]);
});

test("a mode of torch is because of its line, which is no value", () => {
  const origin = [{ file: "/u/main.py", line: 3, text: "with torch.no_grad():" }];
  const shown = (how: "cause" | "by name" | undefined) => {
    show(<Recompiles frame={{ id: "f0", co_name: "f" }} compilations={[{ id: "0/0" }, { id: "0/1" }]} onOpen={() => {}} onLine={() => {}}
      expected={[{ subject: "f", what: "it runs with and without gradients", edit: "x", origin, ...(how && { origin_how: how }) }]} />);
    return app.querySelector(".rc-advice dt")?.textContent;
  };
  expect([shown("cause"), shown("by name"), shown(undefined)]).toEqual(["Because of", "Value from one of", "Value from"]);
});

test("hostile names are text in all of them", () => {
  const step = { id: NASTY, function: NASTY, outcome: NASTY, breaks: [NASTY] };
  const pair = { position: 0, first: step, other: step };
  const difference = { ...pair, kind: "breaks", around: [pair], lines: [NASTY, NASTY] };
  const group = { ranks: [{ rank: 0, page: "index.html" }], compilations: 1 };
  const guards = [{ title: NASTY, own: [NASTY], common: [NASTY] }];
  const finding = { rule: "varying-text", subject: NASTY, title: NASTY, what: NASTY,
    why: NASTY, edit: NASTY };
  const reason = { text: NASTY, failed: NASTY, detail: NASTY };
  const nothing = () => {};
  show(
    <>
      <Timeline spans={[span(NASTY, 0, 1)]} onOpen={nothing} />
      <Guards
        groups={guards}
        guards={[]}
        other={{ name: NASTY, groups: [] }}
        onLine={nothing}
      />
      <Recompiles
        frame={{ id: "f0", co_name: NASTY }}
        compilations={[
          {
            id: NASTY,
            skipped: NASTY,
            recompiled_because: [reason],
            guard_groups: guards,
          },
        ]}
        findings={[finding]}
        rules={[finding.rule]}
        onOpen={nothing}
        onLine={nothing}
      />
      <Ranks
        ranks={{
          world: 2,
          groups: [group, { ...group, difference: difference as never }],
          missing: [],
        }}
        onOpen={nothing}
      />
    </>,
  );
  expect(app.querySelector("img")).toBeNull();
  expect(app.textContent?.split(NASTY).length).toBeGreaterThan(12);
});
