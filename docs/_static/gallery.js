// Sorting and filtering for the first table behind this script's own element.
// Without it the table is a table; with it, every control is a button or a field, so
// that the keyboard alone will do.
"use strict";
(function () {
  const script = document.currentScript;

  function number(text) {
    const found = /^([\d,.]+) ?(B|kB|MB)?$/.exec(text);
    if (!found) return null;
    const scale = { B: 1, kB: 1e3, MB: 1e6 }[found[2]] || 1;
    return Number(found[1].replace(/,/g, "")) * scale;
  }

  // Numbers by size and before words; what is empty comes last.
  function compare(a, b) {
    const [x, y] = [number(a), number(b)];
    if (x !== null && y !== null) return x - y;
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    return (a === "") - (b === "") || a.localeCompare(b);
  }

  function nextTable() {
    return [...document.querySelectorAll("table")].find(
      (one) => script.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
    );
  }

  function text(row, column) {
    return row.cells[column].textContent.trim();
  }

  function makeSortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent.trim();
      button.style.cssText =
        "font: inherit; color: inherit; background: none; border: 0; padding: 0;" +
        "cursor: pointer; text-decoration: underline dotted";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const body = table.tBodies[0];
        const isNumber = [...body.rows].some((r) => number(text(r, column)) !== null);
        // Numbers begin with the largest: that is what people look for.
        const first = isNumber ? "descending" : "ascending";
        const other = isNumber ? "ascending" : "descending";
        const order = before === first ? other : first;
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const rows = [...body.rows];
        rows.sort((a, b) => sign * compare(text(a, column), text(b, column)));
        body.append(...rows);
      });
    });
  }

  function makeFilter(table) {
    const label = document.createElement("label");
    const field = document.createElement("input");
    const told = document.createElement("span");
    field.type = "search";
    field.style.margin = "0 0.5em";
    told.setAttribute("role", "status");
    label.append("Show rows with all of these words: ", field);
    const box = document.createElement("p");
    box.append(label, told);
    script.after(box);
    const rows = [...table.tBodies[0].rows];
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row) => {
        const content = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => content.includes(word));
        shown += row.hidden ? 0 : 1;
      });
      told.textContent = words.length ? `${shown} of ${rows.length}` : "";
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    const table = nextTable();
    if (!table || !table.tHead) return;
    makeSortable(table);
    makeFilter(table);
  });
})();
