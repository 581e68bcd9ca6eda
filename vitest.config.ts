import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/kit/slow-first.ts';
import SlowestFiles from './test/kit/slowest-files.ts';

/** Files that load the service in an environment or on an engine of their own, each in a process of its own. */
const apart = ['test/faults/*.test.ts', 'test/http/{budget,every-answer}.test.ts'];
const kinds = { include: ['test/**/*.test.ts'], exclude: ['**/node_modules/**'] };

/** Where the results are written for `.ci/run`. */
const results = process.env.TEST_RESULTS;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { ...kinds, name: 'shared', exclude: [...kinds.exclude, ...apart] } },
      { extends: true, test: { ...kinds, name: 'apart', include: apart, isolate: true } },
    ],
    globals: true,
    globalSetup: 'test/kit/global-setup.ts',
    setupFiles: ['cheap-passwords', 'watch-log', 'each-file'].map((name) => `test/kit/${name}.ts`),
    reporters: [
      'default',
      new SlowestFiles(),
      ...(results ? ([['json', { outputFile: results }]] as const) : []),
    ],
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of a second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Node loads the modules as the service does, once for all files of a process: loading them for each file took more
    // than half of the time. What a file must not leave behind for the next one: `test/kit/each-file.ts`.
    pool: 'forks',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Four at once, on whatever machine: some tests wait for processes that they start.
    maxWorkers: 4,
    disableConsoleIntercept: true,
  },
});
