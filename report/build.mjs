// Makes the page's script and style, report.js and report.css: the same bytes on every
// machine.
//
//   node build.mjs [FOLDER]     by default where depyf looks for them
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const assets = fileURLToPath(new URL("../src/depyf/render/assets", import.meta.url));

await build({
  entryPoints: [fileURLToPath(new URL("src/main.tsx", import.meta.url))],
  outfile: `${process.argv[2] ?? assets}/report.js`,
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  charset: "ascii",
  legalComments: "eof",
  jsx: "automatic",
  jsxImportSource: "preact",
});
