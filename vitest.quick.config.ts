import { defineConfig, mergeConfig } from 'vitest/config';
import { filesOf } from './test/kit/files-of.ts';
import everything from './vitest.config.ts';

/** `npm test` also runs these files, whose first line states why they are slow. */
export default mergeConfig(everything, defineConfig({ test: { exclude: filesOf('Slow') } }));
