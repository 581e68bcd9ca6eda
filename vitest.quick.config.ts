import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/** A file whose first line says why it is slow does not run while a person works. `npm test` runs every file. */
const slow = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').startsWith('// Slow: '),
);

export default mergeConfig(everything, defineConfig({ test: { exclude: slow } }));
