// How the page looks: what its texts are drawn in and on, and whether all of it is there.
(() => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map((one, at) =>
    Number(one) * (at < 3 && colour.startsWith("color(") ? 255 : 1));
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, at) =>
    one * a + below[at] * (1 - a));
  const luminance = (colour) => {
    const [r, g, b] = colour.map((one) => {
      const part = one / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [more, less] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const backgroundOf = (element) => {
    if (element === null) return [255, 255, 255];
    const shape = element.closest("g")?.querySelector(":scope > .graph-shape");
    const paint = element.namespaceURI.endsWith("svg") && shape
      ? getComputedStyle(shape).fill : getComputedStyle(element).backgroundColor;
    const colour = numbers(paint);
    if (shape && element.namespaceURI.endsWith("svg")) return over(colour, [0, 0, 0]);
    return colour[3] === 0 ? backgroundOf(element.parentElement)
      : over(colour, colour[3] === undefined ? [0, 0, 0] : backgroundOf(element.parentElement));
  };
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility?.({ visibilityProperty: true }) !== false;
  };
  const texts = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const { parentElement: element, data } = walk.currentNode;
      if (data.trim() !== "" && !element.closest("script, style, title, noscript, [aria-hidden]")
        && isShown(element)) found.push(element);
    }
    return [...new Set(found)];
  };
  const faint = () => texts().flatMap((element) => {
    const style = getComputedStyle(element);
    const paint = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
    const background = backgroundOf(element);
    const ratio = contrast(over(numbers(paint), background), background);
    return ratio >= 4.5 ? [] : [`${element.textContent.trim().slice(0, 40)}: `
      + `${ratio.toFixed(2)}, ${paint} on ${background}`];
  });
  // Print rules as the screen's: neither browser has to be asked for paper.
  const onPaper = () => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    for (const { media } of rules) {
      if (media === undefined) continue;
      if (media.mediaText === "print") media.mediaText = "all";
      else if (media.mediaText.includes("screen")) media.mediaText = "not all";
    }
    dispatchEvent(new Event("beforeprint"));
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const named = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class")}`
    + ` ${element.textContent.trim().slice(0, 30)}`;
  const cut = () => shown("main, main *").filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      || (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1)
      || element.getBoundingClientRect().right > innerWidth + 1;
  // A bar of the timeline is as long as its time took, whatever is written on it.
  }).filter((element) => !element.closest("svg, .tl-bar")).map(named);
  const chrome = () => shown(
    "nav, button:not(.tl-bar), input, .divider, [role=toolbar]").map(named);
  const panes = () => shown(".split .pane, .split > .part:not(:has(.pane))").map((part) => {
    const { left, top, bottom } = part.getBoundingClientRect();
    return { left, top, bottom };
  });
  return { faint, onPaper, cut, chrome, panes, texts: () => texts().length };
})()
