import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine, serveEngine } from '../../src/index.ts';
import { nubo, type Outcome, scylla } from './suites.ts';

const usage = `npm run conformance -- [--nubo FOLDER] [--scylla FOLDER] [--write]

Runs the cases of two public suites that cases.txt names against the engine. A folder is a checkout of
  nubo-db/dynamodb-conformance 0ba4393, with its packages (npm install), or
  scylladb/scylladb f4a4091, for which python3 has pytest, boto3 and requests.
Exits 1 if a case that holds in cases.txt does not. With --write, cases.txt gets the outcomes of this run.
`;

type Input = { KeySchema: { AttributeName: string }[]; AttributeDefinitions: { AttributeName: string }[] } & {
  GlobalSecondaryIndexes?: Pick<Input, 'KeySchema'>[];
  LocalSecondaryIndexes?: object[];
};

const { values } = parseArgs({
  options: {
    nubo: { type: 'string' },
    scylla: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help || !(values.nubo || values.scylla)) {
  process.stdout.write(usage);
  process.exit(values.help ? 0 : 2);
}
const listFile = join(import.meta.dirname, 'cases.txt');
const lines = readFileSync(listFile, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
/** A minus marks a case that differs. */
const expected = new Map(lines.map((line) => [line.replace(/^- /, ''), line.startsWith('- ') ? 'differs' : 'held']));

const suites = { nubo, scylla };
const files = {
  nubo: [
    'batchGetItem',
    'batchWriteItem',
    'createTable',
    'deleteItem',
    'deleteTable',
    'describeTable',
    'getItem',
    'listTables',
    'putItem',
    'query',
    'scan',
    'updateItem',
    'updateTable',
    'streams',
    'tags',
    'transactions',
    'ttl',
    'error-messages',
    'limits',
    'validation-ordering',
  ].map((name) => `/${name}/`),
  scylla: [
    'batch',
    'condition_expression',
    'describe_table',
    'expression_caching',
    'filter_expression',
    'gsi',
    'gsi_updatetable',
    'item',
    'key_condition_expression',
    'limits',
    'manual_requests',
    'nested',
    'no_exception',
    'number',
    'projection_expression',
    'provisioned_throughput',
    'query',
    'returnconsumedcapacity',
    'returnvalues',
    'scan',
    'streams',
    'table',
    'tag',
    'transact',
    'ttl',
    'update_expression',
  ].map((name) => `test_${name}.py`),
};

function withoutLocalIndexes(input: Input): object {
  const { LocalSecondaryIndexes, ...rest } = input;
  if (!LocalSecondaryIndexes) return input;
  const used = new Set(
    [rest, ...(rest.GlobalSecondaryIndexes ?? [])].flatMap(({ KeySchema }) => KeySchema.map(({ AttributeName }) => AttributeName)),
  );
  const AttributeDefinitions = rest.AttributeDefinitions.filter(({ AttributeName }) => used.has(AttributeName));
  return { ...rest, AttributeDefinitions };
}

async function outcomesOf(name: keyof typeof suites, checkout: string): Promise<Map<string, Outcome>> {
  const scratch = mkdtempSync(join(tmpdir(), 'dynamo-conformance-'));
  const engine = openEngine(':memory:');
  const sweep = setInterval(() => void engine.expire(), 500);
  const server = await serveEngine({
    call: (operation, input) =>
      engine.call(operation, name === 'nubo' && operation === 'CreateTable' ? withoutLocalIndexes(input as Input) : input),
  });
  try {
    return await suites[name]({ checkout, scratch, endpoint: server.endpoint, files: files[name] });
  } finally {
    clearInterval(sweep);
    await server.close();
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

for (const name of ['nubo', 'scylla'] as const) {
  const checkout = values[name];
  if (!checkout) continue;
  const outcomes = await outcomesOf(name, checkout);
  const count = (wanted: Outcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  const [heldCount, differing] = [count('held'), count('differs')];
  process.stdout.write(
    `${name}: ${heldCount} of ${heldCount + differing} cases hold; ${count('refused')} need what the engine refuses, ${count('skipped')} were skipped.\n`,
  );
  for (const [title, outcome] of outcomes) {
    const key = `${name} ${title}`;
    if (values.write) {
      expected.delete(key);
      if (outcome === 'held' || outcome === 'differs') expected.set(key, outcome);
    } else if (expected.get(key) === 'held' && outcome !== 'held') {
      process.stdout.write(`Held before: ${key}\n`);
      process.exitCode = 1;
    }
  }
}
if (values.write) {
  const header = readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'));
  const cases = [...expected].sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = cases.map(([key, outcome]) => (outcome === 'differs' ? `- ${key}` : key));
  writeFileSync(listFile, `${[...header, ...texts].join('\n')}\n`);
}
