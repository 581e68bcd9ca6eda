import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { scyllaFrame } from './scylla.ts';

type Place = { checkout: string; endpoint: string; scratch: string; files: readonly string[] };
export type Outcome = 'held' | 'differs' | 'refused' | 'skipped';
type Outcomes = Map<string, Outcome>;

function outcomeOfFailure(text: string): Outcome {
  if (/does not implemen|UnknownOperationException|specified index: lsi/i.test(text)) return 'refused';
  return /\.scylla\.|cassandra/.test(text) ? 'skipped' : 'differs';
}

async function run(command: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
  await once(child, 'close');
}

type VitestResults = {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** The folder of https://github.com/nubo-db/dynamodb-conformance needs `npm install`. */
export async function nubo({ checkout, endpoint, scratch, files }: Place): Promise<Outcomes> {
  const outputFile = join(scratch, 'nubo.json');
  const vitest = join(import.meta.dirname, '../../../../node_modules/vitest/vitest.mjs');
  const without = ['**/lsi*', '**/transactGet*'].map((pattern) => `--exclude=${pattern}`);
  const flags = ['--maxWorkers=1', '--reporter=json', `--outputFile=${outputFile}`, ...without];
  await run(process.execPath, [vitest, 'run', '--root', checkout, ...flags, ...files], checkout, {
    DYNAMODB_ENDPOINT: endpoint,
  });
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as VitestResults;
  return new Map(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages = [] }): [string, Outcome] => [
        `${relative(checkout, name)} ${fullName}`,
        status === 'passed' ? 'held' : status === 'failed' ? outcomeOfFailure(failureMessages.join('\n')) : 'skipped',
      ]),
    ),
  );
}

/**
 * The folder `test/alternator` of https://github.com/scylladb/scylladb needs Python with pytest and boto3.
 */
export async function scylla({ checkout, endpoint, scratch, files }: Place): Promise<Outcomes> {
  const folder = scyllaFrame(join(scratch, 'scylla'), checkout);
  const report = join(scratch, 'scylla.xml');
  const paths = files.map((file) => join('test/alternator', file));
  const flags = ['-q', '-p', 'no:cacheprovider', '--url', endpoint, `--junitxml=${report}`];
  await run('python3', ['-m', 'pytest', ...flags, ...paths], folder, { PYTHONDONTWRITEBYTECODE: '1' });
  const cases = readFileSync(report, 'utf8').matchAll(
    /<testcase classname="test\.alternator\.(\w+)" name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  );
  return new Map(
    [...cases].map(([, file, name, inner = '']): [string, Outcome] => [
      `${file}.py ${name}`,
      /<(?:failure|error)/.test(inner) ? outcomeOfFailure(inner) : inner.includes('<skipped') ? 'skipped' : 'held',
    ]),
  );
}
