import { signLocally } from '#lib/local/sign-locally.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { migrations } from '#lib/ops/migrate/migrations.ts';
import { runMigration } from '#lib/ops/migrate/run-migration.ts';
import { commandLine, refuse, runToEnd } from '#lib/tools/command-line.ts';

const usage = `npm run migrate -- NAME --table TABLE | --dynamodb URL [--data DIR] [--dry-run | --verify] [--per-second N]
  --dry-run: counts the items of the old form, and changes nothing
  --verify:  the same, and fails if there are any
  --per-second: items looked at in a second, at most (default 1000)
Migrations:
${migrations.map(({ name, table, about }) => `  ${name} (table ${table}): ${about}`).join('\n')}
`;
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values, positionals } = commandLine(usage, {
  table: text,
  dynamodb: text,
  data: text,
  'per-second': text,
  'dry-run': flag,
  verify: flag,
});
const migration = migrations.find(({ name }) => name === positionals[0]);
const tableName = values.table ?? (values.dynamodb && migration?.table);
const perSecond = Number(values['per-second'] ?? 1000);
if (!migration || !tableName || !(perSecond > 0)) refuse(usage);
await runToEnd('migrate', async (around) => {
  if (values.dynamodb) signLocally(values.dynamodb, values.data);
  const action = values.verify ? 'verify' : values['dry-run'] ? 'dry_run' : 'run';
  const { looked, old, changed } = await runMigration(migration, { dynamo: sdkDynamo(), tableName, action, perSecond }, around);
  if (values.verify && old > 0) process.exitCode = 1;
  return `${looked} items, ${old} of the old form, ${changed} changed.`;
});
