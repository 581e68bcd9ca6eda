import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/** `npm test` also runs these files, whose first line states why they are slow. */
const slow = globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').startsWith('// Slow: '),
);

export default mergeConfig(everything, defineConfig({ test: { exclude: slow } }));
