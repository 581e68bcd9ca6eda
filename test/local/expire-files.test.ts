// Slow: it starts processes.
import { createBucket } from '#lib/local/create-bucket.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { backupBucket, exportBucket, filesBucket, region } from '#lib/local/environment.ts';
import { expireFiles } from '#lib/local/expire-files.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { backupIdOf } from '#shared/backup/rules/backup.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const buckets = [exportBucket, filesBucket, backupBucket];
const backupAt = (at: number) => `backups/${backupIdOf(at, sha256(String(at)))}/manifest.json`;

async function filesAfter(name: string, daysLater: number, wish: Record<string, readonly string[]> = {}) {
  const engine = await startFauxqs(`${folder}/${name}`, region, {
    expire: (files) => expireFiles(files, Date.now() + days(daysLater)),
  });
  try {
    const keys: string[] = [];
    for (const bucket of buckets) {
      await createBucket(engine.endpoint, bucket, 'local');
      const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
      const store = s3ObjectStore({ bucket, region, endpoint: engine.endpoint, credentials });
      for (const key of wish[bucket] ?? []) await store.put(key, 'x', { contentType: 'text/plain' });
      keys.push(...(await store.list('')).map(({ key }) => key));
    }
    return keys;
  } finally {
    await engine.stop();
  }
}

describe('files on this machine', () => {
  it('files on this machine of exports go after a week, as in the cloud, and others stay', async () => {
    const [exported, image] = ['exports/7/export_1.ndjson.gz', 'images/7/1.png'];
    await filesAfter('exports', 0, { [exportBucket]: [exported], [filesBucket]: [image] });
    expect(await filesAfter('exports', 6.9)).toEqual([exported, image]);
    expect(await filesAfter('exports', 7.1)).toEqual([image]);
    expect(await filesAfter('exports', 0)).toEqual([image]);
  });

  it('files on this machine of erasures and deletions go once no backup is left that may hold what was erased', async () => {
    const records = ['deletions/7.json', 'erasures/2026-11-25T20-00-00.000Z_7_digest.json'];
    const older = backupAt(Date.now() - days(1));
    const younger = backupAt(Date.now() + days(60));
    await filesAfter('older', 0, { [backupBucket]: [older, ...records] });
    expect(await filesAfter('older', 400)).toEqual([older, ...records]);
    await filesAfter('younger', 0, { [backupBucket]: [younger, ...records] });
    expect(await filesAfter('younger', 61)).toEqual([younger]);
    await filesAfter('none', 0, { [backupBucket]: records });
    expect(await filesAfter('none', 14)).toEqual(records);
    expect(await filesAfter('none', 16)).toEqual([]);
  });

  it('files on this machine that were begun and not finished go after a day', async () => {
    const start = async (daysLater: number) => {
      let uploads = 0;
      const engine = await startFauxqs(`${folder}/uploads`, region, {
        expire(files) {
          expireFiles(files, Date.now() + days(daysLater));
          uploads = files.multipartUploads.size;
        },
      });
      return { engine, uploads };
    };
    const { engine } = await start(0);
    await createBucket(engine.endpoint, exportBucket, 'local');
    const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
    const store = s3ObjectStore({ bucket: exportBucket, region, endpoint: engine.endpoint, credentials });
    await store.startUpload('exports/7/export_2.ndjson.gz');
    await engine.stop();
    for (const [daysLater, count] of [
      [0.9, 1],
      [1.1, 0],
      [0, 0],
    ] as const) {
      const again = await start(daysLater);
      await again.engine.stop();
      expect(again.uploads).toBe(count);
    }
  });
});
