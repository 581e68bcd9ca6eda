import { defineConfig } from 'vitest/config';
import NightFigures from './test/kit/night-figures.ts';
import everything from './vitest.config.ts';

const { projects: _, reporters: __, sequence: ___, maxWorkers: ____, ...test } = everything.test ?? {};

/** The files start programs of their own, so one runs at a time. */
export default defineConfig({
  test: {
    ...test,
    include: ['test/night/*.night.ts'],
    reporters: ['default', new NightFigures()],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    maxWorkers: 1,
  },
});
