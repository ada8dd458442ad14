// esbuild makes a file of its own of it; tests read it as text.
declare module "*.css";
declare module "*.css?raw" {
  const text: string;
  export default text;
}
declare module "*.md?raw" {
  const text: string;
  export default text;
}
