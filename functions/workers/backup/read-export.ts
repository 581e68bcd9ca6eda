import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { BackupParameters } from '#shared/backup/order-backup.ts';
import { type BackedUpTable, folderOf } from '#shared/backup/rules/backup.ts';

const Summary = z.object({
  manifestFilesS3Key: z.string(),
  itemCount: z.int(),
  outputFormat: z.literal('DYNAMODB_JSON'),
});
const File = z.object({ itemCount: z.int(), md5Checksum: z.string(), dataFileS3Key: z.string() });

export async function readExport(
  name: string,
  tableName: string,
  manifestKey: string,
  { backupId }: BackupParameters,
  { objects }: { objects: ObjectStore },
): Promise<BackedUpTable> {
  const folder = folderOf(backupId);
  // Keys in the manifests may lack the prefix of the export.
  const whole = (key: string) => (key.startsWith(folder) ? key : `${folder}${name}/${key}`);
  const read = async (key: string) => {
    const [json, md5] = await Promise.all([objects.get(key), objects.get(key.replace(/\.json$/, '.md5'))]);
    if (!json) throw new Error(`The export of ${name} lacks a manifest.`);
    if (md5 && Buffer.from(md5).toString().trim() !== createHash('md5').update(json).digest('base64'))
      throw new Error(`A manifest of the export of ${name} is not what its checksum says.`);
    return Buffer.from(json).toString();
  };
  const summaryKey = whole(manifestKey);
  const summary = Summary.parse(JSON.parse(await read(summaryKey)));
  const lines = (await read(whole(summary.manifestFilesS3Key))).split('\n').filter(Boolean);
  const files = lines.map((line) => {
    const { itemCount, md5Checksum, dataFileS3Key } = File.parse(JSON.parse(line));
    const key = whole(dataFileS3Key).slice(folder.length);
    return { key, itemCount, md5: md5Checksum, sha256: null, bytes: null, digest: null };
  });
  const sum = files.reduce((all, { itemCount }) => all + itemCount, 0);
  if (sum !== summary.itemCount) throw new Error(`The export of ${name} says ${summary.itemCount} items and lists ${sum}.`);
  const exportId = summaryKey.split('/').at(-2) ?? '';
  return { name, tableName, exportId, itemCount: sum, digest: null, files };
}
