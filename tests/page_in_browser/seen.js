// What a reader sees of the page: what is open, and what is lit in it.
(() => {
  const PANES = { source: /^(You wrote|Library code|With edits)/, shown: /^What runs/,
    graph: /^Graph/, kernel: /^Generated code/ };
  const pane = (kind) => [...document.querySelectorAll("#panel section.pane")]
    .find((one) => PANES[kind].test(one.getAttribute("aria-label") ?? ""));
  const all = (root, selector) => [...(root?.querySelectorAll(selector) ?? [])];
  const numbers = (root, selector) =>
    all(root, selector).map((row) => Number(row.dataset.n));
  const nameOf = (node) => node.id.slice(node.id.indexOf("=") + 1);

  const lines = (pre) => ({ label: pre.getAttribute("aria-label"),
    there: () => numbers(pre, ".row[data-n]"), lit: numbers(pre, ".row.linked[data-n]") });
  const nodes = (root) => {
    const names = (selector) => all(root, `g.graph-node${selector}`)
      .filter((node) => node.id.includes("=")).map(nameOf);
    return { stage: root.querySelector("select")?.value, there: () => names(""),
      lit: names(".is-lit"), groups: all(root, "g.graph-node.is-group.is-lit").length };
  };
  const READ = { source: (root) => all(root, "pre").map(lines),
    shown: (root) => lines(root.querySelector("pre")), graph: nodes,
    kernel: (root) => lines(root.querySelector("pre")) };

  const seen = () => {
    const panes = Object.fromEntries(Object.keys(PANES).flatMap((kind) => {
      const root = pane(kind);
      return root === undefined ? [] : [[kind, READ[kind](root)]];
    }));
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    return { panes, hash: location.hash, tab: text('[role="tab"].on'),
      entry: text(".head-line h2"), tree: text('[role="treeitem"][aria-selected="true"]'),
      guards: all(document, ".guards li.linked").length };
  };
  const settled = async () => {
    for (let turn = 0; turn < 2; turn++) {
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => setTimeout(done));
    }
  };
  // All that could be lit is long, and stays the same between clicks.
  const whole = (found) => {
    const { source = [], ...others } = found.panes;
    for (const one of [...source, ...Object.values(others)]) one.there = one.there();
    return found;
  };
  const brief = (found) => {
    const { source = [], graph, ...others } = found.panes;
    for (const one of [...source, ...Object.values(others)]) delete one.there;
    if (graph !== undefined) graph.there = graph.there(); // a click opens and closes boxes
    return found;
  };
  const element = ({ pane: kind, line, node, label }) => {
    const root = pane(kind);
    if (node !== undefined)
      return all(root, "g.graph-node").find((one) => one.id.includes("=") && nameOf(one) === node);
    const pre = label === undefined ? root?.querySelector("pre")
      : all(root, "pre").find((one) => one.getAttribute("aria-label") === label);
    return pre?.querySelector(`.row[data-n="${line}"]`);
  };
  const clicked = async (targets) => {
    const found = [];
    for (const target of targets) {
      const there = element(target);
      if (there === undefined || there === null) { found.push(null); continue; }
      there.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      // Drawn in a turn of its own, but painted by nobody: hundreds of these are quick.
      await new Promise((done) => setTimeout(done));
      found.push(brief(seen()));
    }
    return found;
  };
  return { seen: () => whole(seen()), settled, clicked };
})()
