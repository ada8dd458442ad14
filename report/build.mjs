// Makes the page's script and style, report.js and report.css: the same bytes on every
// machine.
//
//   node build.mjs [FOLDER]     by default where depyf looks for them
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

// Whoever passes the bundle on has to pass these on with it.
const BUNDLED = ["preact", "highlight.js"];
const licenses = BUNDLED.map((name) =>
  `${name}\n\n${readFileSync(path(`node_modules/${name}/LICENSE`), "utf8").trim()}\n`);

await build({
  entryPoints: [path("src/main.tsx")],
  outfile: `${process.argv[2] ?? path("../src/depyf/render/assets")}/report.js`,
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  charset: "ascii",
  legalComments: "eof",
  footer: { js: `/*\n${licenses.join("\n")}*/` },
  jsx: "automatic",
  jsxImportSource: "preact",
});
