import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { endDescendants, secondsAwake, secondsOfDescendants } from './descendants.ts';
import { testOf } from './switched.ts';
import { ending } from './tree.ts';

declare module 'vitest' {
  interface TaskMeta {
    ranMutant?: boolean;
  }
}

type Failure = { path: string; by: string; message: string };
type Run = { failures: Failure[]; ran: Set<string>; cpuSeconds: number };
type Options = { only?: string | undefined; isWhole?: boolean; secondsOf?: ReadonlyMap<string, number> };

export const hangs = 'does not end';
/** A test on a busy machine takes more CPU than the map says, and the first file of a process loads the service. */
const mostSeconds = (recorded = 1) => 15 + 4 * recorded;
/** A process that neither ran nor waited for a processor for more than this of a minute waits for nothing. */
const idleSeconds = 0.3;

class InGivenOrder extends BaseSequencer {
  override sort = async (files: TestSpecification[]) => files;
}

const nowhere = new Writable({ write: (_, __, done) => done() });

/**
 * One Vitest runs all mutants of a copy, with a new process for each: loading Vitest takes half of the CPU of a short run.
 * A run ends at its first failure, unless it is `isWhole`.
 */
export async function warmRunner(copy: string) {
  process.chdir(copy);
  let run: Run = { failures: [], ran: new Set(), cpuSeconds: 0 };
  let isWhole = false;
  let current = { path: '', since: 0 };
  const fail = (path: string, name: string, errors: readonly { message?: string; name?: string }[]) => {
    run.failures.push({
      path,
      by: name ? `${path} > ${name}` : path,
      message: errors.map((error) => `${error.name}: ${error.message}`).join('\n'),
    });
    if (!isWhole) void vitest.cancelCurrentRun('test-failure');
  };
  const vitest = await createVitest(
    'test',
    {
      root: copy,
      config: join(copy, 'vitest.config.ts'),
      watch: false,
      silent: true,
      maxWorkers: 1,
      sequence: { sequencer: InGivenOrder },
      reporters: [
        {
          onTestModuleStart(module) {
            current = { path: module.relativeModuleId, since: secondsOfDescendants() };
          },
          onTestCaseResult(test) {
            const { state, errors } = test.result();
            if (state === 'failed') fail(test.module.relativeModuleId, test.fullName, errors ?? []);
          },
          onTestSuiteResult(suite) {
            const errors = suite.errors();
            if (errors.length > 0) fail(suite.module.relativeModuleId, suite.fullName, errors);
          },
          onTestModuleEnd(module) {
            const errors = module.errors();
            if (errors.length > 0) fail(module.relativeModuleId, '', errors);
            if (module.meta().ranMutant) run.ran.add(module.relativeModuleId);
          },
        },
      ],
    },
    {},
    { stdout: nowhere, stderr: nowhere },
  );
  await vitest.standalone();
  const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId.slice(copy.length + 1), one]));

  async function runTests(paths: readonly string[], options: Options = {}): Promise<Run> {
    run = { failures: [], ran: new Set(), cpuSeconds: 0 };
    isWhole = options.isWhole ?? false;
    const before = secondsOfDescendants();
    current = { path: paths[0] ?? '', since: before };
    if (options.only) vitest.setGlobalTestNamePattern(options.only);
    else vitest.resetGlobalTestNamePattern();
    let [minute, atMinute] = [Date.now(), secondsAwake()];
    const watch = setInterval(() => {
      const seconds = secondsOfDescendants();
      let isIdle = false;
      if (Date.now() - minute > 60_000) {
        const awake = secondsAwake();
        isIdle = Math.abs(awake - atMinute) < idleSeconds;
        [minute, atMinute] = [Date.now(), awake];
      }
      const { path, since } = current;
      if (!isIdle && seconds - since < mostSeconds(options.secondsOf?.get(path))) return;
      run.failures.push({ path, by: `${path} > ${hangs}`, message: '' });
      endDescendants();
    }, 1000);
    const stop = () => endDescendants();
    ending.signal.addEventListener('abort', stop);
    try {
      const all = paths.flatMap((path) => specifications.get(path) ?? []);
      await vitest.runTestSpecifications(all);
    } finally {
      clearInterval(watch);
      ending.signal.removeEventListener('abort', stop);
    }
    ending.signal.throwIfAborted();
    // A process that crashes has no failure of a test.
    const unhandled = vitest.state.getUnhandledErrors() as { name?: string; message?: string }[];
    if (run.failures.length === 0 && unhandled.length > 0) fail(current.path, '', unhandled);
    run.cpuSeconds = secondsOfDescendants() - before;
    return run;
  }

  /** The tests of all mutants run in one process, and at the end those files without a mutant. */
  async function runBatch(batch: readonly Mutant[], secondsOf: ReadonlyMap<string, number>) {
    const written: string[] = [];
    const originals = new Map<string, { id: number; test: string }>();
    async function write(id: number, test: string, only?: string): Promise<string> {
      const [folder, name] = [join(test, '..'), `${basename(test, '.test.ts')}.mutant-${written.length}`];
      const [body, path] = [`${name}.ts`, join(folder, `${name}.test.ts`)];
      await writeFile(join(copy, folder, body), await readFile(join(copy, test), 'utf8'));
      await writeFile(join(copy, path), testOf(id, test, body));
      written.push(join(folder, body), path);
      originals.set(path, { id, test });
      const project = specifications.get(test)?.project;
      if (project)
        specifications.set(path, project.createSpecification(join(copy, path), only ? { testNamePattern: new RegExp(only) } : {}));
      return path;
    }
    const all = batch.flatMap(({ id, tests, declared, only }) =>
      tests.map((test) => ({ id, test, only: declared.includes(test) ? only : undefined })),
    );
    const without = new Map(all.map(({ test, only }) => [`${test} ${only}`, { id: 0, test, only }]));
    const paths: string[] = [];
    for (const { id, test, only } of [...all, ...without.values()]) paths.push(await write(id, test, only));
    const seconds = new Map([...originals].map(([path, { test }]) => [path, secondsOf.get(test) ?? 1]));
    try {
      const { failures, ran, cpuSeconds } = await runTests(paths, { isWhole: true, secondsOf: seconds });
      const placed = failures.map(({ path, by, message }) => {
        const { id, test } = originals.get(path) ?? { id: 0, test: path };
        return { id, by: by.replace(path, test), message };
      });
      return {
        failures: placed,
        ran: new Set([...ran].map((path) => originals.get(path)?.id ?? 0)),
        cpuSeconds,
      };
    } finally {
      for (const path of written) {
        specifications.delete(path);
        await rm(join(copy, path), { force: true });
      }
    }
  }
  return { run: runTests, runBatch, close: () => vitest.close() };
}

type Mutant = {
  id: number;
  tests: readonly string[];
  declared: readonly string[];
  only?: string | undefined;
};
