import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DurableTableName, durableTableNames } from '#shared/store/tables.ts';
import { RestoreRefused } from './restore-refused.ts';

export const usage = `npm run restore -- --from BACKUP [--data DIR] [--verify-only]
npm run restore -- --from BACKUP --table accounts=NAME --table attribution=NAME --table analysis=NAME | --to-prefix PREFIX [--imported]
npm run restore -- --list [--from s3://BUCKET] [--data DIR]
  BACKUP: a backup's id or "latest" in the object storage of the data folder (of --backups DIR, if that is another one),
          s3://BUCKET/backups/ID, or a folder that is a copy of one.
  --imported: the tables hold the full backup that this one needs, by DynamoDB's import-table, and have no streams yet;
          what changed since is written, and all is compared.
  Without --table and --to-prefix the tables are those of the data folder (.local), which no running host may use.`;

export type From =
  | { kind: 'local'; directory: string; backupId: string }
  | { kind: 's3'; bucket: string; backupId: string }
  | { kind: 'folder'; folder: string };
export type To = { kind: 'local'; directory: string } | { kind: 'tables'; tableNames: Record<DurableTableName, string> };
export type Options = {
  action: 'restore' | 'verify' | 'list';
  from: From;
  to: To;
  isImported?: boolean;
};

export function commandOf({ from, to, isImported }: Omit<Options, 'action'>, backupId: string): string {
  const backup = from.kind === 'folder' ? from.folder : from.kind === 's3' ? `s3://${from.bucket}/backups/${backupId}` : backupId;
  const tables = to.kind === 'tables' ? durableTableNames.map((name) => `--table ${name}=${to.tableNames[name]}`) : [];
  const data = to.kind === 'local' ? [`--data ${to.directory}`] : [];
  const backups = from.kind === 'local' && (to.kind !== 'local' || to.directory !== from.directory) ? [`--backups ${from.directory}`] : [];
  const imported = isImported ? ['--imported'] : [];
  return ['npm run restore --', `--from ${backup}`, ...tables, ...data, ...backups, ...imported].join(' ');
}

export function optionsFrom(args: readonly string[], root: string): Options {
  const values = parsed(args);
  const directory = values.data === undefined ? resolve(root, '.local') : resolve(values.data);
  const action = values.list ? 'list' : values['verify-only'] ? 'verify' : 'restore';
  if (values.from === undefined && action !== 'list') throw new RestoreRefused(usage);
  const backups = values.backups === undefined ? directory : resolve(values.backups);
  const to = toOf(values.table ?? [], values['to-prefix'], directory);
  if (values.imported && to.kind === 'local') throw new RestoreRefused('--imported is for tables: --table or --to-prefix.');
  return {
    action,
    ...(values.imported && { isImported: true }),
    from: fromOf(values.from ?? 'latest', backups),
    to,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        from: text,
        data: text,
        backups: text,
        'to-prefix': text,
        table: { type: 'string', multiple: true },
        list: flag,
        'verify-only': flag,
        imported: flag,
      },
    }).values;
  } catch (error) {
    throw new RestoreRefused(`${(error as Error).message.split('\n')[0]}\n${usage}`);
  }
}

function fromOf(from: string, directory: string): From {
  const [, bucket, backupId] = /^s3:\/\/([^/]+)(?:\/(?:backups\/)?([^/]+)?\/?)?$/.exec(from) ?? [];
  if (bucket) return { kind: 's3', bucket, backupId: backupId ?? 'latest' };
  if (from === 'latest' || /^\d{8}T\d{6}Z-[0-9a-f]{6}$/.test(from)) return { kind: 'local', directory, backupId: from };
  return { kind: 'folder', folder: resolve(from) };
}

function toOf(named: readonly string[], prefix: string | undefined, directory: string): To {
  if (named.length === 0 && prefix === undefined) return { kind: 'local', directory };
  const names = new Map<string, string>(prefix === undefined ? [] : durableTableNames.map((name) => [name, `${prefix}${name}`]));
  for (const pair of named) {
    const [, name = '', tableName = ''] = /^([a-z]+)=(.+)$/.exec(pair) ?? [];
    if (!durableTableNames.some((tableName) => tableName === name))
      throw new RestoreRefused(`--table takes NAME=TABLE, with one of ${durableTableNames.join(', ')}, not "${pair}".`);
    names.set(name, tableName);
  }
  const missing = durableTableNames.filter((name) => !names.has(name));
  if (missing.length > 0) throw new RestoreRefused(`No table is named for ${missing.join(', ')}.`);
  return { kind: 'tables', tableNames: Object.fromEntries(names) as Record<DurableTableName, string> };
}
