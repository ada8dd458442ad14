// esbuild makes a file of its own of it.
declare module "*.css";
