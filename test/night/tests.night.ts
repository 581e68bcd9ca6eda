import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

type Results = { numPassedTests: number; numTotalTests: number; numTotalTestSuites: number };
const hours = 3_600_000;

it(
  'every test passes with all of its seeds, widths and faults',
  ({ task }) => {
    const results = join(temporaryFolder(), 'results.json');
    const env = { ...process.env, TEST_TIER: 'night', TEST_RUN_NAME: 'night', TEST_RESULTS: results };
    const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
      stdio: 'inherit',
      env,
    });
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(results, 'utf8')) as Results;
    task.file.meta.covers = `${numPassedTests} of ${numTotalTests} tests`;
    expect(status).toBe(0);
  },
  3 * hours,
);
