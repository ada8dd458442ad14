// Conditions on several subjects at once, taken apart: `all(it == 0 for it in (a, b))`.

const FAMILY = /^all\(\s*(.*?)\s+for (\w+) in \((.*?),?\s*\)\s*\)$/s;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source;

/** The conditions that one stands for, one for each subject; itself where it has no list. */
export function membersOf(condition: string): readonly string[] {
  const [, asked = "", name = "", list = ""] = FAMILY.exec(condition.trim()) ?? [];
  const items = listed(list);
  // What is made by another loop has no items to be read.
  if (items.length === 0 || / for \w+ in /.test(asked) || items.some((one) => one.startsWith("*")))
    return [condition];
  const word = new RegExp(`${STRING}|(?<![\\w.])${name}(?!\\w)`, "g");
  return items.map((item) => asked.replace(word, (found) => found === name ? item : found));
}

/** The items between the commas of a list; those within brackets and strings are inside. */
function listed(text: string): string[] {
  const found = [""];
  const open: string[] = [];
  for (const [part] of text.matchAll(new RegExp(`${STRING}|[^]`, "g"))) {
    if (part === "," && open.length === 0) {
      found.push("");
      continue;
    }
    if (part in CLOSING) open.push(CLOSING[part] ?? "");
    else if (part === open.at(-1)) open.pop();
    // A list that ends in the middle of an item was no list.
    else if (")]}".includes(part)) return [];
    found[found.length - 1] += part;
  }
  return open.length > 0 ? [] : found.map((one) => one.trim()).filter((one) => one !== "");
}
