import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Access, access } from '#functions/access.ts';

const exceptions: readonly [RegExp, string][] = [
  [/ UpdateItem on analysis$/, 'A task of a user that nobody moves any more is failed, or its mark is taken away.'],
  [/^backup (DescribeTable|ExportTableToPointInTime) on /, "DynamoDB's own export, which tests have another one for."],
  [/^backup (AbortMultipartUpload|PutObjectAcl) of /, 'DynamoDB writes its exports in our name.'],
  [/^maintenance (BatchWriteItem|DeleteItem) on analysis$/, 'The work of `search-index`, where it was given up.'],
  [/^maintenance send to account_erasure$/, 'A run of a schedule that is done again.'],
  [/^assistant-report BatchWriteItem on attribution$/, 'A day of more ads than an item holds, as in imports by their own worker.'],
  [/^(erasure|recount) send to erasure$/, 'What one run does not finish, and what arrives after an erasure.'],
];
/** The functions `effects` and `outbox` run the same code, so their grants count together. */
const sameCode: Record<string, string> = { effects: 'outbox' };

function grantsOf(granted: Access): string[] {
  const { tables = {}, sends = [], files = {}, objects = [], backups = [], ...beside } = granted;
  const { deletions = [], erasures = [] } = beside;
  const each = (actions: readonly string[], join: string, what: string) => actions.map((action) => `${action} ${join} ${what}`);
  return [
    ...Object.entries(tables).flatMap(([table, actions]) => each(actions, 'on', table)),
    ...Object.entries({ ...files, exports: objects, backups, deletions, erasures }).flatMap(([folder, actions]) =>
      each(actions, 'of', folder),
    ),
    ...sends.map((queue) => `send to ${queue}`),
    ...(granted.mail ? ['send mail'] : []),
  ];
}

export function unusedGrants(used: ReadonlySet<string>, granted: Record<string, Access> = access): string[] {
  return Object.entries(granted).flatMap(([name, ownGrants]) =>
    grantsOf(ownGrants)
      .filter((grant) => ![name, sameCode[name]].some((by) => used.has(`${by} ${grant}`)))
      .map((grant) => `${name} ${grant}`)
      .filter((grant) => !exceptions.some(([pattern]) => pattern.test(grant))),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const used = new Set(readFileSync(process.argv[2] ?? '', 'utf8').split('\n'));
  const unused = unusedGrants(used);
  for (const grant of unused) process.stdout.write(`Granted in functions/access.ts and not needed by any test: ${grant}\n`);
  if (unused.length > 0) process.exitCode = 1;
}
