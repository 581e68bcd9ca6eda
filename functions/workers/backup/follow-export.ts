import { type BackupParameters, partOf } from '#shared/backup/order-backup.ts';
import { backupQueue } from '#shared/backup/queues.ts';
import { type BackedUpTable, folderOf } from '#shared/backup/rules/backup.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Deps } from './needs.ts';
import { readExport } from './read-export.ts';

/** A DynamoDB export takes minutes however small the table is. */
const recheckSeconds = 60;

export async function followExport(task: Task, shard: number, deps: Deps): Promise<boolean> {
  const { tasks, exports, tableNames, queues } = deps;
  const parameters = task.parameters as BackupParameters;
  const { name } = partOf(shard, parameters);
  const { window = { at: Math.floor(Date.parse(task.createdAt) / 1000) * 1000, since: null } } = parameters;
  const progress = await tasks.shardProgress(task.id, shard);
  if (progress.isDone) return true;
  const prefix = folderOf(parameters.backupId) + name;
  const arn =
    progress.cursor?.arn && 'S' in progress.cursor.arn
      ? progress.cursor.arn.S
      : await exports.start(tableNames[name], { prefix, token: tokenOf(task, name), window });
  const exportState = await exports.look(arn);
  if (exportState.state === 'failed') {
    const error = `DynamoDB's export of ${name} has failed. ${exportState.reason}`.trim();
    const text = `The backup ${parameters.backupId} (${task.id}) has failed. ${error}`;
    await tasks.move(task.id, 'failed', {
      error,
      effects: [{ kind: 'notice', id: `backup#${task.id}`, text }],
    });
    return false;
  }
  const table: BackedUpTable | null =
    exportState.state === 'completed' ? await readExport(name, tableNames[name], exportState.manifestKey, parameters, deps) : null;
  // Each check updates the task, so that a running export does not seem stuck.
  await tasks.advance(task.id, progress, {
    cursor: { arn: { S: arn } },
    counts: table ? countsOf(table) : {},
    failures: [],
    ...(table && { notes: [table] }),
    isDone: table !== null,
  });
  if (!table) await queues.send(backupQueue, { task_id: task.id, shard }, { delaySeconds: recheckSeconds });
  return table !== null;
}

/** The client token of an export has at most 36 characters and is the same for every attempt. */
const tokenOf = ({ id }: Task, table: string) => sha256(`${id} ${table}`).slice(0, 36);

const countsOf = ({ name, itemCount, files }: BackedUpTable) => ({
  [name]: itemCount,
  items: itemCount,
  files: files.length,
});
