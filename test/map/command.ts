import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { crashTests, injectedFile, injectedText, mergedInjections, readInjected } from '#test/crash/injected.ts';
import { changesSince } from './changes.ts';
import { type Change, chooser } from './choose.ts';
import { makeMap, mergedMap, renewedMap } from './make-map.ts';
import { mapFile, mapText, readMap } from './test-map.ts';

const usage = `Usage: npm test -- [--of <file or folder> …] [--touched] [--record] [--crashes] [what vitest takes]
--of       the tests that execute these files, by the map that the last recorded run has made
--touched  the tests that execute what has changed since main
--record   a run of all tests, or of the files given, that makes the map anew: test/map/map.json
--crashes  makes the list of the calls at which crashes are injected anew: test/crash/injected.json
`;

const args = process.argv.slice(2);
const take = (name: string) => args.includes(name) && args.splice(args.indexOf(name), 1).length > 0;
if (args.includes('--help')) {
  process.stdout.write(usage);
  process.exit();
}

function vitest(name: string, files: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...files];
  return (
    spawnSync(process.execPath, command, {
      stdio: 'inherit',
      env: { ...process.env, TEST_RUN_NAME: name, ...env },
    }).status ?? 1
  );
}

function sourcesIn(path: string): Change[] {
  const place = relative('.', path).replaceAll('\\', '/');
  if (!statSync(path).isDirectory()) return [{ path: place }];
  return globSync(`${place}/**/*.{ts,tsx}`).map((file) => ({ path: file.replaceAll('\\', '/') }));
}

function runChosen(name: string, changes: readonly Change[], rest: readonly string[]): number {
  const map = readMap();
  const choose = chooser(map);
  const tests = [...new Set(changes.flatMap(choose))];
  if (tests.length === 0) {
    process.stderr.write('No test is known to execute this.\n');
    return changes.length > 0 ? 1 : 0;
  }
  const seconds = new Map(map.tests);
  const sum = Math.round(tests.reduce((all, test) => all + (seconds.get(test) ?? 0), 0));
  process.stderr.write(`${tests.length} test files, about ${sum} s of CPU:\n${tests.join('\n')}\n`);
  return vitest(name, [...tests, ...rest]);
}

function record(rest: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'adtrail-map-'));
  const isWhole = !rest.some((arg) => !arg.startsWith('-'));
  const status = vitest(isWhole ? 'record' : 'recorded files', rest, { TEST_MAP_FOLDER: folder });
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const map = makeMap(folder, commit);
  writeFileSync(mapFile, mapText(isWhole ? renewedMap(readMap(), map) : mergedMap(readMap(), map)));
  rmSync(folder, { recursive: true });
  return status;
}

function listCrashes(given: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'adtrail-crashes-'));
  const files = given.length > 0 ? given : crashTests();
  // A test that counts over its cases fails without them, so what counts is what was noted.
  vitest('crashes', [...files, '--maxWorkers=1'], { CRASH_LIST_FOLDER: folder });
  const injected = mergedInjections(readInjected(), folder, (test) => files.includes(test));
  writeFileSync(injectedFile, injectedText(injected));
  rmSync(folder, { recursive: true });
  const missing = files.filter((file) => !injected.some(({ test }) => test === file));
  if (missing.length > 0) process.stderr.write(`Nothing was noted of ${missing.join(', ')}.\n`);
  return missing.length > 0 ? 1 : 0;
}

if (take('--record')) process.exitCode = record(args);
else if (take('--crashes')) process.exitCode = listCrashes(args);
else if (take('--touched')) process.exitCode = runChosen('touched', changesSince('main'), args);
else if (take('--of')) {
  const until = args.findIndex((arg) => arg.startsWith('-'));
  const places = until < 0 ? args : args.slice(0, until);
  process.exitCode = runChosen('of', places.flatMap(sourcesIn), args.slice(places.length));
} else {
  const isAll = !args.some((arg) => !arg.startsWith('-'));
  process.exitCode = vitest(args.includes('vitest.quick.config.ts') ? 'quick' : isAll ? 'all' : 'chosen', args);
}
