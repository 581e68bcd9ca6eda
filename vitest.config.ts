import { defineConfig } from 'vitest/config';
import { filesOf } from './test/kit/files-of.ts';
import { SlowFirst } from './test/kit/slow-first.ts';
import SlowestFiles from './test/kit/slowest-files.ts';

/** These files load the service with a separate environment or engine, so each has its own process. */
const apart = ['test/faults/stale-reads.test.ts', 'test/http/{budget,every-answer}.test.ts'];
/** `npm test` without the name of a file leaves out what the nightly run tests. */
const isWholeRun = ['all', 'quick', 'record'].includes(process.env.TEST_RUN_NAME ?? '');
const kinds = {
  include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
  exclude: ['**/node_modules/**', ...(isWholeRun ? filesOf('Night') : [])],
};

/** `.ci/run` reads the results. */
const results = process.env.TEST_RESULTS;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { ...kinds, name: 'shared', exclude: [...kinds.exclude, ...apart] } },
      { extends: true, test: { ...kinds, name: 'apart', include: apart, isolate: true } },
    ],
    // A use of the machine's zone is noticed west of UTC.
    env: { TZ: 'America/St_Johns' },
    globals: true,
    globalSetup: 'test/kit/global-setup.ts',
    setupFiles: ['cheap-passwords', 'watch-log', 'each-file'].map((name) => `test/kit/${name}.ts`),
    reporters: ['default', new SlowestFiles(), ...(results ? ([['json', { outputFile: results }]] as const) : [])],
    sequence: { sequencer: SlowFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Modules are loaded once for all files of a process, because loading takes more than half of the time.
    // `test/kit/each-file.ts` resets what a file changed.
    pool: 'forks',
    isolate: false,
    // Garbage collection then takes 5 to 10 % less CPU.
    execArgv: ['--max-semi-space-size=64'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Some tests wait for processes that they start.
    maxWorkers: 4,
    disableConsoleIntercept: true,
  },
});
