import { expect, test } from "vitest";
import GLOSSARY from "../../docs/glossary.md?raw";
import { anchorOf } from "../src/ui/Keys";
import { WORDS } from "../src/words";

test("each word that the page explains has an entry in the glossary, to which it leads", () => {
  const headings = [...GLOSSARY.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
  for (const [word] of WORDS) expect(headings).toContain(anchorOf(word));
});

test("words that findings and tables use are explained", () => {
  const words = WORDS.map(([word]) => word);
  for (const word of ["settled recompile", "expected", "own code", "tensor made a number", "seen",
    "accepts", "global state", "cache miss", "dynamic size", "≈"]) expect(words).toContain(word);
});
