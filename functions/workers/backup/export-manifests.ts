import { createHash } from 'node:crypto';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { BackupFile } from '#shared/backup/rules/backup.ts';

export type ExportOfTable = {
  folder: string;
  exportFolder: string;
  exportId: string;
  tableName: string;
  startedAt: string;
  completedAt: string;
  files: readonly BackupFile[];
};

/** AWS documents the name `.checksum`, but DynamoDB's checksum files end in `.md5`. */
export async function writeExportManifests(
  { folder, exportFolder, exportId, tableName, startedAt, completedAt, files }: ExportOfTable,
  objects: ObjectStore,
): Promise<void> {
  const at = (name: string) => `${folder}${exportFolder}/${name}`;
  const tableArn = `arn:aws:dynamodb:local:000000000000:table/${tableName}`;
  const lines = files.map(({ key, itemCount, md5 }) => ({
    itemCount,
    md5Checksum: md5,
    etag: Buffer.from(md5, 'base64').toString('hex'),
    dataFileS3Key: folder + key,
  }));
  const summary = {
    version: '2020-06-30',
    exportArn: `${tableArn}/export/${exportId}`,
    startTime: startedAt,
    endTime: completedAt,
    tableArn,
    tableId: null,
    exportTime: startedAt,
    s3Bucket: null,
    s3Prefix: exportFolder.replace(/^(.*?)\/AWSDynamoDB\/.*$/, `${folder}$1`),
    s3SseAlgorithm: null,
    s3SseKmsKeyId: null,
    manifestFilesS3Key: at('manifest-files.json'),
    billedSizeBytes: 0,
    itemCount: files.reduce((sum, { itemCount }) => sum + itemCount, 0),
    outputFormat: 'DYNAMODB_JSON',
    exportType: 'FULL_EXPORT',
  };
  await put('manifest-files', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await put('manifest-summary', JSON.stringify(summary));

  async function put(name: string, json: string) {
    await objects.put(at(`${name}.json`), json, { contentType: 'application/json' });
    const md5 = createHash('md5').update(json).digest('base64');
    await objects.put(at(`${name}.md5`), md5, { contentType: 'text/plain' });
  }
}
