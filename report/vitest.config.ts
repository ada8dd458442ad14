import { defineConfig } from "vitest/config";

// The style is a text that tests read.
export default defineConfig({ test: { css: true, testTimeout: 60_000 } });
