// Conditions read as "these values must be that"; what has another form stays code.

/** Values, and what each of them must be. */
export interface Must { values: string[]; must: string }

type Reader = (groups: Record<string, string>) => string;

const PATH = String.raw`(?:[A-Za-z_]\w*)(?:\.\w+|\[[^\[\]]*\]|\.size\(\))*`;
// As torch writes dtypes in graphs.
const SHORT: Readonly<Record<string, string>> = { float64: "f64", float32: "f32",
  float16: "f16", bfloat16: "bf16", int64: "i64", int32: "i32", int16: "i16", int8: "i8",
  uint8: "u8", bool: "b8", complex64: "c64", complex128: "c128" };
const range: Reader = ({ least = "", most }) =>
  most === undefined ? `at least ${least}` : least === most ? least : `${least} to ${most}`;

/** What may be asked of one value, which stands as `V`; and how it reads. */
const FORMS: readonly (readonly [RegExp, Reader])[] = ([
  [String.raw`is_tensor\(V, torch\.(?<dtype>\w+), (?<shape>\[[^\]]*\])(?<more>(?:, \w+=\w+)*)\)`,
    ({ dtype = "", shape = "", more = "" }) => `${SHORT[dtype] ?? dtype}${shape}${more}`],
  [String.raw`type\(V\) is (?<type>[\w.]+)`, ({ type = "" }) => `a ${type}`],
  [String.raw`len\(V\) == (?<length>\d+)`, ({ length = "" }) => `of length ${length}`],
  [String.raw`same_object\(V\)`, () => "the same object"],
  [String.raw`'(?<name>\w+)' not in vars\(V\)`, ({ name = "" }) => `without an own ${name}`],
  [String.raw`(?:(?<least>\d+) <= )V(?: <= (?<most>\d+))?`, range],
  [String.raw`V (?:==|is) (?<constant>(?:(?! and | or | for | if |[<>=]=?)[^\n])+)`,
    ({ constant = "" }) => constant],
] as const).map(([form, read]) => [new RegExp(`^${form.replaceAll("V", `(?<value>${PATH})`)}$`), read]);

const ALL = /^all\((?<asked>(?:(?! for it in )[\s\S])+?)\s+for it in (?<items>\([\s\S]*\)|[\w.]+)\)$/;
const SPREAD = /^\*\((?<item>[\s\S]+) for (?<name>\w+) in range\((?<range>\d+(?:, \d+)?)\)(?: for part in (?<items>\([\s\S]*\)))?\)$/;

/** Takes a condition apart: `clean, noise` must be `f32[2, 1, 32, 32]`. */
export function mustOf(text: string): Must | null {
  const all = ALL.exec(text)?.groups;
  if (all === undefined) {
    const one = askedOf(text);
    return one === null ? null : { values: [one.value], must: one.must };
  }
  const asked = askedOf(all["asked"] ?? "");
  const items = all["items"] ?? "";
  const values = items.startsWith("(") ? valuesIn(items.slice(1, -1)) : null;
  return asked === null || asked.value !== "it" || values === null ? null
    : { values, must: asked.must };
}

function askedOf(text: string): { value: string; must: string } | null {
  for (const [form, read] of FORMS) {
    const found = form.exec(text)?.groups;
    if (found !== undefined) return { value: found["value"] ?? "", must: read(found) };
  }
  return null;
}

/** The values that a list names; null where one is more than a path. */
function valuesIn(text: string): string[] | null {
  const found = parts(text).flatMap((item): (string | null)[] => {
    if (new RegExp(`^${PATH}$`).test(item)) return [item];
    const { item: one = "", name = "", range: span = "", items } = SPREAD.exec(item)?.groups ?? {};
    const inner = items === undefined ? [one] : one === "part" ? parts(items.slice(1, -1)) : [];
    const [first = 0, end = 0] = span.includes(",") ? span.split(", ").map(Number) : [0, Number(span)];
    const index = new RegExp(`\\[${name}\\]`, "g");
    return inner.length === 0 || !(end > first) ? [null] : inner.map((path) => {
      const written = path.replace(index, `[${first}..${end - 1}]`);
      const isPath = new RegExp(`^${PATH}$`).test(written);
      return isPath && !new RegExp(`\\b${name}\\b`).test(written) ? written : null;
    });
  });
  return found.length === 0 || found.includes(null) ? null : found as string[];
}

/** What stands between the commas of a list, not within brackets. */
function parts(text: string): string[] {
  const found = [""];
  let depth = 0;
  for (const char of text) {
    depth += "([{".includes(char) ? 1 : ")]}".includes(char) ? -1 : 0;
    if (char === "," && depth === 0) found.push("");
    else found[found.length - 1] += char;
  }
  return found.map((one) => one.trim().replace(/\s+/g, " ")).filter((one) => one !== "");
}

const WORDS: Readonly<Record<string, string>> = { "<=": "at most ", "<": "less than ", ">=": "at least ",
  ">": "more than ", "!=": "not ", "==": "" };

/** Takes a comparison of expressions apart: `(1 + s0 // 2)` must be `not 1`; null of more than one. */
export function comparedOf(text: string): Must | null {
  const words = text.trim().replace(/\s+/g, " ");
  if (/['"]| (?:and|or|for|if|in|is) |\bnot /.test(words)) return null;
  const found = [...words.matchAll(/ (<=|>=|==|!=|<|>) /g)].filter(({ index }) => depthOf(words.slice(0, index)) === 0);
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const [left, right] = [words.slice(0, only.index), words.slice(only.index + only[0].length)].map(bare);
  return { values: [left ?? ""], must: `${WORDS[only[1] ?? ""]}${right}` };
}

const depthOf = (text: string): number =>
  [...text].reduce((depth, one) => depth + ("([{".includes(one) ? 1 : ")]}".includes(one) ? -1 : 0), 0);

/** An expression without brackets around all of it. */
function bare(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  const inner = text.slice(1, -1);
  const isWhole = [...inner].every((_, at) => depthOf(inner.slice(0, at + 1)) >= 0);
  return isWhole ? bare(inner) : text;
}
