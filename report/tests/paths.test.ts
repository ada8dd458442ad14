import { expect, test } from "vitest";
import { wordsOf } from "../src/ui/Some";

test("a path is broken between its words, but not into a few letters", () => {
  expect(wordsOf("layers[0..3].self_attn.q_proj")).toEqual(["layers[0..3].", "self_", "attn.", "q_proj"]);
  expect(wordsOf("mm")).toEqual(["mm"]);
  expect(wordsOf("model.embed_tokens")).toEqual(["model.", "embed_", "tokens"]);
});
