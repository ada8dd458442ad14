"use strict";
(async function () {
  const stored = JSON.parse(document.getElementById("data").textContent);
  const data = stored.packed ? await unpack(stored.packed) : stored;
  const texts = data.texts;
  const frames = data.frames;
  // What entries have in common is stored once.
  const shared = data.shared.guards.map((part) => part.user_line === undefined ? part
    : { ...part, user_line: data.shared.lines[part.user_line] });
  for (const frame of frames)
    for (const one of frame.compilations || [])
      one.guards = (one.guards || []).flatMap(([a, b]) => shared.slice(a, b + 1));
  const byId = Object.fromEntries(frames.map((frame) => [frame.id, frame]));
  const state = { view: "home", frame: null, at: 0, tab: "code", file: null };

  async function unpack(packed) {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream()
      .pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  // ---- building the page: data only ever becomes text nodes ----------------------
  function h(tag, attributes, ...children) {
    const node = document.createElement(tag);
    fill(node, attributes, children);
    return node;
  }
  function svg(tag, attributes, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    fill(node, attributes, children);
    return node;
  }
  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      node.append(child.nodeType ? child : document.createTextNode(String(child)));
    }
  }
  const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const base = (file) => (file || "").split(/[\\/]/).pop();
  const place = (file, line) => line ? `${base(file)}:${line}` : base(file);
  const details = (frame, at) => data.details[frame.id].compilations[at];
  const isResume = (frame) => Boolean(frame.resumes);
  const title = (frame) => isResume(frame)
    ? `resume at ${place(frame.file, frame.first_line)}`
    : frame.title || frame.qualified_name || frame.co_name;
  const entries = (frame) => (frame.compilations || [])
    .map((compilation, at) => ({ compilation, at }))
    .filter((item) => item.compilation.entry);
  function ranges(lines) {
    const found = [];
    for (const line of [...lines].sort((a, b) => a - b)) {
      const last = found[found.length - 1];
      if (last && line <= last[1] + 1) last[1] = line;
      else found.push([line, line]);
    }
    return found.map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(", ");
  }
  const captured = (compilation) => Object.entries(compilation.captured_lines || {})
    .map(([file, lines]) => `${base(file)}:${ranges(lines)}`).join(", ");
  const seconds = (compilation) => (compilation.metrics || [])
    .reduce((sum, item) => sum + (item.seconds || 0), 0);
  const prefixes = (compilation) => [...new Set([
    ...(compilation.graphs || []), ...(compilation.kernels || []),
  ].map((item) => item.prefix))];
  const QUALITY = { exact: "good", structured: "good", dispatch: "warn", listing: "warn" };

  // ---- Python, coloured -----------------------------------------------------------
  const TOKEN = new RegExp([
    "(#.*)",
    "([rbfuRBFU]{0,2}(?:'''[\\s\\S]*?'''|\"\"\"[\\s\\S]*?\"\"\"" +
      "|'(?:\\\\.|[^'\\\\\\n])*'|\"(?:\\\\.|[^\"\\\\\\n])*\"))",
    "\\b(and|as|assert|async|await|break|class|continue|def|del|elif|else|except" +
      "|False|finally|for|from|global|if|import|in|is|lambda|None|nonlocal|not|or" +
      "|pass|raise|return|True|try|while|with|yield)\\b",
    "\\b(\\d[\\w.]*)\\b",
  ].join("|"), "g");
  const CLASSES = ["c", "s", "k", "d"];
  function coloured(line) {
    const parts = [];
    let end = 0;
    for (const match of line.matchAll(TOKEN)) {
      if (match.index > end) parts.push(line.slice(end, match.index));
      const kind = CLASSES[match.slice(1).findIndex((group) => group !== undefined)];
      parts.push(h("span", { class: kind }, match[0]));
      end = match.index + match[0].length;
    }
    parts.push(line.slice(end));
    return parts;
  }
  function codeView(text, options = {}) {
    const { first = 1, classes = {}, pick = null, marker = "line" } = options;
    const pre = h("pre", { class: "code" });
    text.replace(/\n+$/, "").split("\n").forEach((line, at) => {
      const number = first + at;
      const row = h("div", { class: `row ${classes[number] || ""}` },
        h("span", { class: "n" }, number),
        h("span", { class: "t" }, coloured(line)));
      row.dataset[marker] = number;
      if (pick) {
        row.classList.add("jump");
        row.addEventListener("mouseenter", () => pick(number, false));
        row.addEventListener("click", () => pick(number, true));
      }
      pre.append(row);
    });
    return pre;
  }
  function light(selector, numbers, marker, scroll) {
    const wanted = new Set(numbers.map(String));
    let first = null;
    for (const row of document.querySelectorAll(`${selector} .row`)) {
      const on = wanted.has(row.dataset[marker]);
      row.classList.toggle("linked", on);
      if (on && !first) first = row;
    }
    if (scroll && first) first.scrollIntoView({ block: "center" });
  }

  // ---- the tree on the left -------------------------------------------------------
  function tree() {
    const list = h("ul", {}, item("Overview", "", () => go({ view: "home" }),
      state.view === "home"));
    for (const frame of frames) if (!frame.resumes) list.append(branch(frame, new Set()));
    return h("nav", { "aria-label": "What was compiled" }, list);
  }
  function item(label, kind, open, on, note) {
    return h("li", { class: kind }, h("button", { onclick: open, class: on ? "on" : "",
      title: note ? `${label} ${note}` : label },
      label, note ? h("span", { class: "soft" }, ` ${note}`) : null));
  }
  function branch(frame, seen) {
    const known = seen.has(frame.id);
    seen.add(frame.id);
    const where = isResume(frame) ? "" : place(frame.file, frame.first_line);
    const here = state.view === "frame" && state.frame === frame.id;
    const node = item(title(frame), isResume(frame) ? "cut" : "function",
      () => go({ view: "frame", frame: frame.id, at: 0 }), false,
      isResume(frame) ? resumeNote(frame) : where);
    if (known) return node;
    const list = h("ul");
    (frame.compilations || []).forEach((compilation, at) => {
      const entry = compilation.entry;
      const open = () => go({ view: "frame", frame: frame.id, at });
      const hits = compilation.hits !== undefined ? count(compilation.hits, "hit") : "";
      list.append(item(entry ? `entry ${entry.index}` : "not compiled", "",
        open, here && state.at === at,
        entry ? [entry.quality, hits].filter(Boolean).join(" · ") : compilation.skipped));
      const inner = h("ul");
      // Told against the nearest entry; all reasons are in summary.json.
      for (const reason of (compilation.recompiled_because || []).slice(0, 1))
        inner.append(item(`recompiled: ${plain(compilation.difference) || reason.text}`,
          "again", open, false));
      for (const event of compilation.graph_breaks || []) {
        const line = (event.user_stack || []).slice(-1)[0];
        const where = line ? `at ${place(line.file, line.line)}` : "";
        inner.append(item(`break ${where}`, "break", open, false, event.reason));
      }
      for (const resume of compilation.resume_functions || [])
        if (byId[resume.frame]) inner.append(branch(byId[resume.frame], seen));
      if (inner.children.length) list.append(h("li", {}, inner));
    });
    node.append(list);
    return node;
  }
  function resumeNote(frame) {
    const first = entries(frame)[0];
    const all = (first && first.compilation.captured_lines) || {};
    if (all[frame.file]) return `goes on at line ${ranges(all[frame.file])}`;
    return Object.keys(all).length ? `goes on at ${captured(first.compilation)}` : "";
  }

  function hitsOf(frame) {
    const known = frame.compilations.some((one) => one.hits !== undefined);
    return known ? sum(frame, (one) => one.hits || 0)
      : h("span", { class: "soft", title: "not counted: see “Not here”" }, "–");
  }

  // ---- the middle -----------------------------------------------------------------
  function home() {
    const totals = data.totals;
    const rows = frames.map((frame) => h("tr", {},
      h("td", {}, isResume(frame) ? h("span", { class: "soft" }, "↳ ") : null,
        link(title(frame), () => go({ view: "frame", frame: frame.id, at: 0 }))),
      h("td", {}, place(frame.file, frame.first_line)),
      h("td", { class: "num" }, entries(frame).length),
      h("td", { class: "num" }, sum(frame, (c) => (c.graph_breaks || []).length)),
      h("td", { class: "num" }, sum(frame, (c) => c.recompiled_because ? 1 : 0)),
      h("td", { class: "num" }, hitsOf(frame)),
      h("td", { class: "num" }, `${sum(frame, seconds).toFixed(2)} s`)));
    const head = ["Function", "Where", "Entries", "Breaks", "Recompiles", "Hits",
      "Compiling"].map((text, at) => h("th", { class: at > 1 ? "num" : "" }, text));
    return h("div", { class: "page" },
      findings(),
      h("h2", {}, "What was compiled"),
      h("div", { class: "chips" },
        h("span", { class: "chip" }, count(totals.graphs, "graph")),
        h("span", { class: `chip ${totals.graph_breaks ? "bad" : "good"}` },
          count(totals.graph_breaks, "graph break")),
        h("span", { class: `chip ${totals.recompiles ? "warn" : "good"}` },
          count(totals.recompiles, "recompile")),
        h("span", { class: "chip" }, `${totals.compile_seconds.toFixed(1)} s compiling`)),
      frames.length
        ? h("table", { style: "margin-top:14px" }, h("thead", {}, h("tr", {}, head)),
          h("tbody", {}, rows))
        : h("p", {}, "Nothing was compiled while depyf looked."),
      h("h2", {}, "How to read this"),
      h("p", {}, "A call of a compiled function first checks the ",
        h("b", {}, "guards"), " of each cache entry. If those of one hold, its ",
        h("b", {}, "transformed code"), " runs: it calls the compiled ",
        h("b", {}, "graphs"), " and, after a ", h("b", {}, "graph break"), ", the ",
        h("b", {}, "resume function"), " that holds the rest of your function. If none ",
        "holds, torch compiles again (a ", h("b", {}, "recompile"),
        ") or runs your function as it is. Click a function, then ", h("b", {}, "Flow"),
        "."),
      h("h2", {}, "Not here"),
      bullets(data.not_here.length ? data.not_here : ["nothing missing"]),
      data.failures.length ? [h("h2", {}, "Failed inside depyf"),
        bullets(data.failures.map((f) => `${f.where}: ${f.error}. ${f.consequence || ""}`)),
      ] : null);
  }
  // What to act on, the gravest first; then what is as it should be.
  function findings() {
    const found = data.findings || [];
    const expected = data.expected || [];
    const subject = (one) => h("b", {}, h("code", {}, one.subject));
    return [h("h2", {}, found.length ? "What to act on" : "Nothing asks for a change"),
      found.map((one) => h("div", { class: "card" },
        h("div", {}, subject(one), " ", rich(one.what)),
        one.line ? h("div", { class: "soft" },
          `${place(one.line.file, one.line.line)} ${one.line.text || ""}`) : null,
        one.called_at ? h("div", { class: "soft" }, "called at "
          + `${place(one.called_at.file, one.called_at.line)} ${one.called_at.text || ""}`)
          : null,
        one.edit ? h("pre", {}, one.edit) : null,
        one.note ? h("div", {}, rich(one.note)) : null)),
      expected.length ? h("details", {},
        h("summary", {}, `As it should be (${expected.length})`),
        h("ul", {}, expected.map((one) => h("li", {}, subject(one), ": ",
          rich(one.what))))) : null];
  }
  const sum = (frame, of) => (frame.compilations || [])
    .reduce((total, compilation) => total + of(compilation), 0);
  // torch and depyf write code between backticks.
  const rich = (text) => text.split("`").map((part, at) =>
    at % 2 ? h("code", {}, part) : part);
  const plain = (text) => (text || "").replace(/`/g, "");
  const bullets = (items) => h("ul", {}, items.map((text) => h("li", {}, rich(text))));
  const link = (label, open) => h("a", { href: "#", onclick: (event) => {
    event.preventDefault();
    open();
  } }, label);

  function middle() {
    if (state.view === "home") return h("main", {}, home());
    if (state.view === "search") return h("main", {}, found());
    const frame = byId[state.frame];
    const compilation = (frame.compilations || [])[state.at] || {};
    const tabs = [["code", "Code"], ["guards", "Guards"], ["flow", "Flow"]];
    if (data.details[rootOf(frame).id].full_code !== null) tabs.push(["full", "Full code"]);
    if (state.file) tabs.push(["file", state.file]);
    const bar = h("div", { class: "tabs", role: "tablist" },
      tabs.map(([name, label]) => h("button", { role: "tab",
        class: state.tab === name ? "on" : "", "aria-selected": state.tab === name,
        onclick: () => go({ tab: name }) }, label)),
      h("span", { class: "title soft" },
        compilation.entry ? compilation.entry.file : title(frame)));
    const content = {
      code: () => codeTab(frame, compilation),
      guards: () => single("The guards of this entry, as a predicate",
        textOf(details(frame, state.at).guard_text)),
      flow: () => h("div", { class: "flow" }, flow(rootOf(frame))),
      full: () => single(rootOf(frame).full_code,
        textOf(data.details[rootOf(frame).id].full_code)),
      file: () => single(fileNote(state.file), textOf(data.files[state.file])),
    }[state.tab]();
    return h("main", { class: state.tab === "flow" ? "wide" : "" }, bar, content);
  }
  const textOf = (number) => number === null || number === undefined
    ? "# nothing to show here" : texts[number];
  const rootOf = (frame) => byId[data.details[frame.id].root] || frame;
  const single = (label, text) => h("div", { class: "panes one" },
    h("div", { class: "pane" }, h("h2", {}, label), codeView(text)));
  function fileNote(file) {
    const stage = Object.keys(data.stages).find((name) => file.includes(`.${name}.`));
    return stage ? `${file} — ${data.stages[stage]}` : file;
  }

  // The functions that a compilation captured, each with the lines that are in graphs.
  function capturedSources(compilation, root, shown) {
    return (compilation.captured_places || []).map((one) => {
      const source = data.sources[`${one.file}:${one.first_line}`];
      if (one.file === root.file && one.first_line === shown) return null;
      const name = `${one.function || ""} · ${base(one.file)}:${one.lines}`;
      const modules = (one.modules || []).join(", ");
      const head = h("h2", {}, name, h("span", { class: "soft" },
        `${modules ? ` · ${modules}` : ""} · ${count(one.nodes, "operation")}`,
        source && source.changed ? " · changed since it was imported" : ""));
      if (!source) return head;
      const classes = {};
      for (const part of one.lines.split(", ")) {
        const [first, last] = part.split("-").map(Number);
        for (let line = first; line <= (last || first); line++) classes[line] = "covered";
      }
      return [head, codeView(texts[source.text],
        { first: one.first_line, classes, marker: "captured" })];
    });
  }
  function codeTab(frame, compilation) {
    const detail = details(frame, state.at);
    const root = rootOf(frame);
    const info = data.details[frame.id];
    const classes = {};
    for (const [file, lines] of Object.entries(compilation.captured_lines || {}))
      if (file === root.file) for (const line of lines) classes[line] = "covered";
    for (const event of compilation.graph_breaks || [])
      for (const line of event.user_stack || [])
        if (line.file === root.file) classes[line.line] = "broken";
    const toShown = {};
    for (const [shown, users] of Object.entries(lineMap(compilation, detail, root)))
      for (const user of users) (toShown[user] = toShown[user] || []).push(Number(shown));
    const toUser = lineMap(compilation, detail, root);
    const pickUser = (line, scroll) => {
      light("#original", [line], "line", false);
      light("#transformed", toShown[line] || [], "line", scroll);
    };
    const pickShown = (line, scroll) => {
      light("#transformed", [line], "line", false);
      light("#original", toUser[line] || [], "line", scroll);
    };
    const original = textOf(info.source) || "# the source of this function is not known";
    const left = h("div", { class: "pane", id: "original" },
      h("h2", {}, `You wrote · ${place(root.file, info.source_line)}`),
      codeView(original, { first: info.source_line || 1, classes, pick: pickUser }),
      capturedSources(compilation, root, info.source_line));
    const right = h("div", { class: "pane", id: "transformed" },
      h("h2", {}, compilation.entry
        ? `What runs · ${frame.co_name}` : "Nothing was compiled: it runs as it is"),
      compilation.entry ? codeView(textOf(detail.text), { pick: pickShown })
        : h("p", { style: "padding:0 14px" }, rich(compilation.skipped || "")),
      info.own_source !== null ? [
        h("h2", {}, "The resume function as torch made it"),
        codeView(textOf(info.own_source))] : null);
    return h("div", { style: "display:contents" },
      h("div", { class: "panes" }, left, right),
      h("div", { class: "legend" },
        legend("covered", "captured in this entry's graph"),
        legend("break", "graph break"), legend("linked", "linked line (point at one)")));
  }
  const legend = (name, label) => h("span", {},
    h("span", { class: "swatch", style: `background:var(--${name})` }), label);
  function lineMap(compilation, detail, root) {
    const map = {};
    const own = (compilation.captured_lines || {})[root.file] || [];
    textOf(detail.text).split("\n").forEach((line, at) => {
      if (prefixes(compilation).some((prefix) => line.includes(`${prefix}(`)))
        map[at + 1] = own;
    });
    for (const [line, users] of Object.entries(detail.lines || {}))
      map[line] = [...new Set([...(map[line] || []), ...users])];
    return map;
  }

  // ---- the right ------------------------------------------------------------------
  function right() {
    if (state.view !== "frame") return h("aside", {}, about());
    const frame = byId[state.frame];
    const compilation = (frame.compilations || [])[state.at] || {};
    const entry = compilation.entry;
    const facts = [["torch calls it", compilation.id]];
    if (entry && entry.hidden_instructions)
      facts.push(["hidden", `${entry.hidden_instructions} of ` +
        `${entry.total_instructions} instructions (list packing, profiler calls)`]);
    if (frame.plain_calls) facts.push(["ran as plain Python", `${frame.plain_calls}×`]);
    if (captured(compilation)) facts.push(["captured", captured(compilation)]);
    const caches = (compilation.caches || []).map((item) => [`${item.cache} cache`,
      [item.outcome, item.reason === item.outcome ? "" : item.reason]
        .filter(Boolean).join(": ")]);
    facts.push(...new Map(caches.map((fact) => [fact.join(), fact])).values());
    return h("aside", {},
      h("h2", {}, entry ? `Entry ${entry.index}` : "Not compiled"),
      h("div", { class: "chips" },
        entry ? h("span", { class: `chip ${QUALITY[entry.quality] || ""}` },
          entry.quality) : null,
        compilation.hits !== undefined
          ? h("span", { class: "chip" }, count(compilation.hits, "hit")) : null,
        seconds(compilation)
          ? h("span", { class: "chip" }, `${seconds(compilation).toFixed(2)} s`) : null),
      h("ul", {}, facts.map(([name, value]) =>
        h("li", {}, h("span", { class: "soft" }, `${name}: `), value))),
      entry && entry.diagnostics.length ? bullets(entry.diagnostics) : null,
      compilation.skipped
        ? h("div", { class: "card" }, rich(compilation.skipped)) : null,
      (compilation.recompiled_because || []).slice(0, 1).map((reason) =>
        h("div", { class: "card again" }, h("b", {}, "Recompiled"),
          reason.failed ? ` because entry ${reason.failed} failed: ` : ": ",
          reason.text,
          compilation.difference
            ? h("div", {}, "It is ", rich(compilation.difference), ".") : null)),
      (compilation.graph_breaks || []).map(breakCard),
      fileList("Graphs", compilation.graphs, (graph) =>
        `${graph.prefix} · ${details(frame, state.at).titles[graph.stage]}` +
        (graph.backward && graph.stage !== "Backward_graph" ? " (backward)" : ""),
        (graph) => data.stages[graph.stage]),
      fileList("Kernels", compilation.kernels, (kernel) =>
        `${kernel.prefix} · ${kernel.backward ? "backward " : ""}` +
        (kernel.names.join(", ") || kernel.language || "library calls only"),
        undefined, origins),
      sideEffects(compilation),
      saved(compilation),
      guards(compilation),
      symbols(compilation),
      annotations(compilation),
      times(compilation),
      resumes(frame, compilation));
  }
  function about() {
    const rows = [["program", data.program], ["torch", data.torch],
      ["Python", data.python], ["depyf", data.depyf], ["rank", data.rank]];
    return [h("h2", {}, "This run"), h("ul", {}, rows.filter((row) => row[1])
      .map(([name, value]) => h("li", {}, h("span", { class: "soft" }, `${name}: `), value))),
    h("h2", {}, "Files"),
    h("ul", {}, frames.filter((frame) => frame.full_code).map((frame) =>
      h("li", {}, h("a", { href: encodeURIComponent(frame.full_code) }, frame.full_code))),
    h("li", {}, h("a", { href: "index.md" }, "index.md")),
    h("li", {}, h("a", { href: "summary.json" }, "summary.json"))),
    (data.other_processes || []).length ? [h("h2", {}, "Other processes"),
      h("p", { class: "soft" }, "index.md compares those that are ranks."),
      h("ul", {}, data.other_processes.map((folder) => h("li", {},
        h("a", { href: `${encodeURIComponent(folder)}/index.html` }, folder))))] : null];
  }
  function breakCard(event) {
    const line = (event.user_stack || []).slice(-1)[0];
    return h("div", { class: "card" },
      h("b", {}, "Graph break"), line ? ` at ${place(line.file, line.line)}` : "",
      line && line.text ? [h("br"), h("code", {}, line.text)] : null,
      h("div", {}, rich(event.reason || "")),
      event.explanation ? h("div", { class: "soft" }, rich(event.explanation)) : null,
      event.hints ? bullets(event.hints) : null,
      /^https:\/\//.test(event.link || "")
        ? h("a", { href: event.link, rel: "noreferrer" }, "torch's page on it") : null);
  }
  function fileList(label, items, name, about, more) {
    if (!items || !items.length) return null;
    return [h("h2", {}, label), h("ul", {}, items.map((entry) => h("li", {},
      h("span", { title: about && about(entry) },
        link(name(entry), () => go({ tab: "file", file: entry.file }))), " ",
      h("a", { href: encodeURIComponent(entry.file), class: "soft",
        title: `open ${entry.file}` }, "↗"),
      more ? more(entry) : null)))];
  }
  function origins(kernel) {
    if (!(kernel.origins || []).length) return null;
    return h("ul", {}, kernel.origins.map((origin) => h("li", {},
      h("code", { style: "display:inline" }, origin.kernel), " ",
      h("span", { class: "soft" }, origin.nodes.length
        ? `from ${Object.entries(origin.lines).map(([file, lines]) =>
          `${place(file)}:${lines.join(", ")}`).join("; ")} (${origin.nodes.join(", ")})` +
          (origin.how === "inferred" ? ", inferred from its name" : "")
        : "torch does not tell what it comes from"))));
  }
  function guards(compilation) {
    const parts = compilation.guards || [];
    if (!compilation.entry) return null;
    if (!compilation.guards_known)
      return [h("h2", {}, "Guards"), h("p", {}, "torch did not tell them.")];
    const told = details(state.frame ? byId[state.frame] : null, state.at).guard_groups;
    if (told && told.length) return [h("h2", {}, `Guards (${parts.length})`),
      told.map((group) => h("details", { class: "guards", open: group.own.length > 0 },
        h("summary", {}, group.title,
          h("span", { class: "soft" }, ` ${group.own.length + group.common.length}`)),
        h("ul", {}, group.own.map((text) => h("li", {}, h("pre", {}, text))),
          group.common.length && group.own.length
            ? h("li", { class: "soft" }, "of every entry:") : null,
          group.common.map((text) => h("li", {}, h("pre", {}, text))))))];
    const groups = new Map();
    for (const part of parts) {
      const key = (part.source || "").match(/^[LG]\[[^\]]*\]/);
      const name = key ? key[0] : "the rest of the world";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(part);
    }
    return [h("h2", {}, `Guards (${parts.length})`), [...groups].map(([name, members]) =>
      h("details", { class: "guards", open: groups.size < 4 && parts.length < 12 },
        h("summary", {}, h("code", { style: "display:inline" }, name),
          h("span", { class: "soft" }, ` ${members.length}`)),
        h("ul", {}, members.map(guard))))];
  }
  function guard(part) {
    const line = part.user_line;
    const show = () => line && light("#original", [line.line], "line", true);
    return h("li", {}, h("button", { onclick: show },
      h("code", {}, part.expression),
      part.remark ? h("span", { class: "soft" }, part.remark.slice(0, 300)) : null,
      line ? h("div", { class: "soft" },
        `${place(line.file, line.line)} ${line.text || ""}`) : null));
  }
  function symbols(compilation) {
    const sizes = compilation.symbols || [];
    const conditions = compilation.shape_guards || [];
    if (!sizes.length && !conditions.length) return null;
    return [h("h2", {}, "Dynamic sizes"), h("ul", {}, sizes.map((symbol) =>
      h("li", {}, h("code", {}, `${symbol.symbol} = ${symbol.source || "?"}`),
        h("span", { class: "soft" },
          ` first ${symbol.value || "unknown"}, in ${symbol.value_range}`))),
    conditions.map((guard) => h("li", {}, h("button", {
      onclick: () => guard.user_line
        && light("#original", [guard.user_line.line], "line", true) },
    h("code", {}, guard.expression),
    h("span", { class: "soft" }, guard.reason ? " made a constant by " : " needed by ",
      guard.user_line ? lineText(guard.user_line) : "torch itself")))))];
  }
  const lineText = (line) => `${place(line.file, line.line)} ${line.text || ""}`;
  function sideEffects(compilation) {
    const effects = compilation.side_effects || [];
    if (!effects.length) return null;
    return [h("h2", {}, "Changes after the graph"), h("ul", {}, effects.map((effect) =>
      h("li", {}, effect.words, (effect.user_lines || []).map((line) =>
        h("div", { class: "soft" }, lineText(line))))))];
  }
  function saved(compilation) {
    const graphs = compilation.saved_for_backward || [];
    if (!graphs.length) return null;
    return graphs.map((graph) => [h("h2", {}, `Saved for backward (${graph.prefix})`),
      h("p", { class: "soft" }, `${graph.own_bytes} bytes beside its arguments`),
      h("ul", {}, graph.tensors.map((one) => h("li", {},
        h("code", { style: "display:inline" }, `${one.name}: ${one.type}`),
        h("span", { class: "soft" }, one.bytes === undefined ? "" : ` ${one.bytes} bytes`,
          one.line ? ` from ${place(one.file, one.line)}` : "",
          one.argument ? ` argument ${one.argument}` : "",
          one.view_of ? ` view of ${one.view_of}` : ""))))]);
  }
  function annotations(compilation) {
    const notes = compilation.annotations || [];
    if (!notes.length) return null;
    return [h("h2", {}, "Annotated by the backend"), h("ul", {}, notes.flatMap((note) =>
      Object.entries(note.metadata || {}).map(([name, value]) => h("li", {},
        h("code", { style: "display:inline" }, name), ` ${value}`,
        h("span", { class: "soft" }, note.graph ? ` after ${note.graph}` : "")))))];
  }
  function times(compilation) {
    const rows = (compilation.phases || []).flatMap((phases, at) =>
      Object.entries(phases).map(([name, seconds]) => h("li", {},
        h("span", { class: "soft" }, `${(compilation.metrics[at] || {}).backward
          ? "backward, " : ""}${name}: `), `${seconds.toFixed(3)} s`)));
    return rows.length ? [h("h2", {}, "Compile time"), h("ul", {}, rows)] : null;
  }
  function resumes(frame, compilation) {
    const links = compilation.resume_functions || [];
    if (!links.length) return null;
    const arms = details(frame, state.at).arms || {};
    return [h("h2", {}, "Goes on in"), h("ul", {}, links.map((resume) => {
      const child = byId[resume.frame];
      const arm = arms[resume.name] ? `${arms[resume.name]} → ` : "";
      return h("li", {}, arm, child
        ? [link(resume.name, () => go({ frame: child.id, at: 0 })),
          h("span", { class: "soft" }, ` ${resumeNote(child)}`)]
        : [resume.name, h("span", { class: "soft" }, " never called, or left as it is")]);
    }))];
  }

  // ---- the flow chart: a column per function, down through its entries -------------
  const SIZE = { width: 196, height: 42, across: 74, down: 22 };
  function flow(root) {
    const shapes = [];
    const lines = [];
    const drawn = new Set();
    const edge = { right: 0, bottom: 0 };
    const row = SIZE.height + SIZE.down;
    const step = SIZE.width + SIZE.across;

    function box(kind, x, y, label, sub, open) {
      const { width, height } = SIZE;
      edge.right = Math.max(edge.right, x + width);
      edge.bottom = Math.max(edge.bottom, y + height);
      const shape = kind === "guard"
        ? svg("path", { class: "box", d: `M${x + 16} ${y}H${x + width - 16}` +
          `L${x + width} ${y + height / 2}L${x + width - 16} ${y + height}H${x + 16}` +
          `L${x} ${y + height / 2}Z` })
        : svg("rect", { class: "box", x, y, width, height,
          rx: kind === "out" || kind === "call" ? 21 : 5 });
      const middle = x + width / 2;
      shapes.push(svg("g", { class: `${kind} ${open ? "open" : ""}`, onclick: open,
        tabindex: open ? 0 : null },
        svg("title", {}, sub ? `${label} — ${sub}` : label), shape,
        svg("text", { x: middle, y: y + (sub ? 18 : 26), "text-anchor": "middle" },
          cut(label, kind === "guard" ? 24 : 27)),
        sub ? svg("text", { class: "sub", x: middle, y: y + 33,
          "text-anchor": "middle" }, cut(sub, 33)) : null));
      return { x, y };
    }
    function head(x, y, dx, dy) {
      const across = dx ? [[-7 * dx, -4], [-7 * dx, 4]] : [[-4, -7 * dy], [4, -7 * dy]];
      lines.push(svg("path", { class: "head", d: `M${x} ${y}` +
        across.map(([a, b]) => `L${x + a} ${y + b}`).join("") + "Z" }));
    }
    function words(x, y, label, anchor) {
      if (label) shapes.push(svg("text", { class: "label", x, y,
        "text-anchor": anchor || "start" }, label));
    }
    function down(from, to, label) {
      const x = from.x + SIZE.width / 2;
      lines.push(svg("path", { d: `M${x} ${from.y + SIZE.height}V${to.y}` }));
      head(x, to.y, 0, 1);
      words(x + 7, from.y + SIZE.height + 14, label);
    }
    function over(from, to, label, lane) {
      const [x1, y1] = [from.x + SIZE.width, from.y + SIZE.height / 2];
      const [x2, y2] = [to.x, to.y + SIZE.height / 2];
      const bend = x1 + 14 + 7 * (lane || 0);
      lines.push(svg("path", { d: y1 === y2 ? `M${x1} ${y1}H${x2}`
        : `M${x1} ${y1}H${bend}V${y2}H${x2}` }));
      head(x2, y2, 1, 0);
      words(x2 - 10, y2 - 5, label, "end");
    }
    // "no": down the left side, past what the entry above holds.
    function past(from, to) {
      const [y1, y2] = [from.y + SIZE.height / 2, to.y + SIZE.height / 2];
      const left = from.x - 16;
      lines.push(svg("path", { d: `M${from.x} ${y1}H${left}V${y2}H${to.x}` }));
      head(to.x, y2, 1, 0);
      words(left + 4, y1 - 5, "no");
    }
    // Draws a function with its call at (x, y); returns the y below all of it.
    function column(frame, x, y, arrive) {
      const again = drawn.has(frame.id);
      const name = isResume(frame) ? title(frame) : `call ${title(frame)}`;
      const note = isResume(frame) ? resumeNote(frame)
        : place(frame.file, frame.first_line);
      const call = box("call", x, y, name, again ? "drawn already" : note,
        () => go({ view: "frame", frame: frame.id, at: 0, tab: "code" }));
      if (arrive) arrive(call);
      if (again) return y + row;
      drawn.add(frame.id);
      let below = y + row;
      let above = null;
      for (const each of entries(frame)) {
        const drawnEntry = entryColumn(frame, each, x, below);
        if (above) past(above, drawnEntry.test);
        else down(call, drawnEntry.test);
        above = drawnEntry.test;
        below = drawnEntry.below;
      }
      const skipped = (frame.compilations || []).find((item) => item.skipped);
      const miss = above
        ? box("miss", x, below, "compile again,", "or run the original")
        : box("miss", x, below, "runs as it is", skipped ? skipped.skipped : "");
      if (above) past(above, miss);
      else down(call, miss);
      return below + row;
    }
    function entryColumn(frame, { compilation, at }, x, y) {
      const entry = compilation.entry;
      const show = (tab) => () => go({ view: "frame", frame: frame.id, at, tab });
      const hits = compilation.hits !== undefined
        ? `, ${count(compilation.hits, "hit")}` : "";
      const test = box("guard", x, y, `entry ${entry.index}: guards hold?`,
        count((compilation.guards || []).length, "guard"), show("guards"));
      let last = box("code", x, y + row, "transformed code", `${entry.quality}${hits}`,
        show("code"));
      down(test, last, "yes");
      let below = y + 2 * row;
      const put = (kind, label, sub) => {
        const next = box(kind, x, below, label, sub, show("code"));
        down(last, next);
        last = next;
        below += row;
      };
      for (const prefix of prefixes(compilation))
        put("graph", prefix, captured(compilation));
      const links = compilation.resume_functions || [];
      const broke = (compilation.graph_breaks || [])[0];
      if (links.length && broke) {
        const line = (broke.user_stack || []).slice(-1)[0];
        put("guard", (line && line.text) || "graph break",
          line ? `graph break, ${place(line.file, line.line)}` : broke.reason);
      }
      if (!links.length) over(last, box("out", x + step, last.y, "return"));
      const arms = details(frame, at).arms || {};
      let beside = Math.max(y, last.y - (links.length > 1 ? row : 0));
      links.forEach((resume, lane) => {
        const arrive = (call) => over(last, call, arms[resume.name], lane);
        const target = byId[resume.frame];
        if (target) beside = column(target, x + step, beside, arrive);
        else {
          arrive(box("miss", x + step, beside, resume.name, "not compiled"));
          beside += row;
        }
      });
      return { test, below: Math.max(below, links.length ? beside : below) + 6 };
    }
    column(root, 30, 8, null);
    return svg("svg", { width: edge.right + 20, height: edge.bottom + 16, role: "img",
      "aria-label": `Flow of ${title(root)}` }, lines, shapes);
  }
  const cut = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text;

  // ---- search ---------------------------------------------------------------------
  let query = "";
  function places() {
    const all = [];
    for (const frame of frames) {
      const info = data.details[frame.id];
      (frame.compilations || []).forEach((compilation, at) => {
        const open = (tab, file) => () =>
          go({ view: "frame", frame: frame.id, at, tab, file: file || state.file });
        const name = `${title(frame)}, ${compilation.entry
          ? `entry ${compilation.entry.index}` : "not compiled"}`;
        const detail = info.compilations[at];
        all.push([name, "what runs", textOf(detail.text), open("code")]);
        for (const part of compilation.guards || [])
          all.push([name, "guard", part.expression, open("guards")]);
        for (const event of compilation.graph_breaks || [])
          all.push([name, "graph break", `${event.reason}\n${event.explanation || ""}`,
            open("code")]);
        for (const reason of compilation.recompiled_because || [])
          all.push([name, "recompile", reason.text, open("code")]);
        for (const item of [...(compilation.graphs || []), ...(compilation.kernels || [])])
          all.push([item.file, "file", `${item.file}\n${texts[data.files[item.file]]}`,
            open("file", item.file)]);
      });
      if (!isResume(frame)) all.push([title(frame), "you wrote",
        `${frame.co_name}\n${textOf(info.source)}`,
        () => go({ view: "frame", frame: frame.id, at: 0, tab: "code" })]);
    }
    return all;
  }
  function found() {
    const wanted = query.toLowerCase();
    const hits = [];
    for (const [name, kind, text, open] of places()) {
      const at = text.toLowerCase().indexOf(wanted);
      if (at < 0) continue;
      const start = text.lastIndexOf("\n", at) + 1;
      const end = text.indexOf("\n", at);
      const line = text.slice(start, end < 0 ? undefined : end);
      const from = at - start;
      hits.push(h("button", { class: "hit", onclick: open },
        h("b", {}, name), h("span", { class: "soft" }, ` · ${kind}`),
        h("code", {}, line.slice(0, from),
          h("mark", {}, line.slice(from, from + query.length)),
          line.slice(from + query.length))));
      if (hits.length >= 200) break;
    }
    return h("div", { class: "page" }, h("h2", {}, hits.length
      ? `${hits.length}${hits.length >= 200 ? "+" : ""} places with “${query}”`
      : `Nothing holds “${query}”`), hits);
  }

  // ---- the frame around it --------------------------------------------------------
  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }
  const search = h("input", { type: "search", placeholder: "Search everything",
    "aria-label": "Search everything", oninput: () => {
      query = search.value.trim();
      go(query ? { view: "search" } : { view: state.frame ? "frame" : "home" });
    } });
  const header = h("header", {},
    h("h1", {}, base(data.program) || "depyf"),
    h("span", { class: "about" }, `torch ${data.torch} · Python ${data.python}`),
    search,
    h("button", { onclick: theme, title: "light or dark" }, "◐"));
  const app = document.getElementById("app");
  function go(change) {
    Object.assign(state, change);
    if (change.frame !== undefined && change.tab === undefined && state.tab === "file")
      state.tab = "code";
    if (state.view === "frame" && change.view === undefined && query) query = "";
    draw();
  }
  function draw() {
    const scrolled = (app.querySelector("nav") || {}).scrollTop || 0;
    const focused = document.activeElement === search;
    const wide = state.view === "frame" && state.tab === "flow";
    app.replaceChildren(header, tree(), middle(), ...(wide ? [] : [right()]));
    app.querySelector("nav").scrollTop = scrolled;
    if (focused) search.focus();
    remember();
  }
  // The address keeps the place, so that a reload or a link comes back to it.
  function remember() {
    const { view, frame, at, tab, file } = state;
    const hash = view === "frame"
      ? `#${frame}/${at}/${tab}${tab === "file" ? `/${encodeURIComponent(file)}` : ""}` : "";
    try {
      history.replaceState(null, "", hash || location.pathname);
    } catch (error) { /* some browsers forbid it for local files */ }
  }
  function recall() {
    const [frame, at, tab, file] = location.hash.slice(1).split("/");
    if (!byId[frame]) return;
    const name = file ? decodeURIComponent(file) : null;
    const known = ["code", "guards", "flow", "full"].includes(tab) ||
      (tab === "file" && name in data.files);
    Object.assign(state, { view: "frame", frame, at: Number(at) || 0,
      tab: known ? tab : "code", file: name });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    }
  });
  recall();
  draw();
})();
