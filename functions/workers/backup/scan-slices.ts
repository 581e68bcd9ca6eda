import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { type BackupParameters, partOf } from '#shared/backup/order-backup.ts';
import { type BackupFile, folderOf, inBackup } from '#shared/backup/rules/backup.ts';
import { digestOf } from '#shared/backup/rules/item-digest.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import type { Deps } from './needs.ts';

const zipped = promisify(gzip);

type Slice = { shard: number; items: WireMap[]; lines: string[] };

export const exportIdOf = ({ id, createdAt }: Pick<Task, 'id' | 'createdAt'>, table: string) =>
  `${String(Date.parse(createdAt)).padStart(14, '0')}-${sha256(`${id} ${table}`).slice(0, 8)}`;

export function scanSlices(
  task: Pick<Task, 'id' | 'createdAt' | 'parameters'>,
  { scan, objects, sizes }: Pick<Deps, 'scan' | 'sizes'> & { objects: Pick<ObjectStore, 'put'> },
): Omit<ShardedWork<Slice>, 'effects'> {
  const parameters = task.parameters as BackupParameters;
  return {
    async page(shard, start) {
      const { name, segment } = partOf(shard, parameters);
      const slice: Slice = { shard, items: [], lines: [] };
      let next = start;
      let bytes = 0;
      do {
        const page = await scan[name]({ segment, segments: parameters.segments }, { start: next, limit: sizes.pageItems });
        for (const item of page.items) {
          const line = `${JSON.stringify({ Item: item })}\n`;
          slice.items.push(item);
          slice.lines.push(line);
          bytes += line.length;
        }
        next = page.next;
      } while (next && bytes < sizes.sliceBytes);
      return { subjects: slice.items.length > 0 ? [slice] : [], next };
    },

    async processPage([slice]) {
      if (!slice) return { counts: {}, failures: [], notes: [] };
      const { name } = partOf(slice.shard, parameters);
      const body = await zipped(slice.lines.join(''));
      // A slice may be read twice with different items, so each file has a unique name.
      const key = `${inBackup.export(name, exportIdOf(task, name))}/data/${randomText(26).toLowerCase()}.json.gz`;
      await objects.put(folderOf(parameters.backupId) + key, body, { contentType: 'application/gzip' });
      const file: BackupFile = {
        key,
        itemCount: slice.items.length,
        md5: createHash('md5').update(body).digest('base64'),
        sha256: hash('sha256', body, 'hex'),
        bytes: body.length,
        digest: digestOf(slice.items),
      };
      const counts = { [name]: slice.items.length, items: slice.items.length, files: 1, bytes: body.length };
      return { counts, failures: [], notes: [file] };
    },
  };
}
