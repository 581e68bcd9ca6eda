import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { backupEntries } from '#lib/ops/restore/backup-items.ts';
import { describeBackups } from '#lib/ops/restore/list-backups.ts';
import { RestoreRefused } from '#lib/ops/restore/restore-refused.ts';
import { BackupManifest, folderOf } from '#shared/backup/rules/backup.ts';

it('a broken file is named, and the process survives', async () => {
  const file = gzipSync(`${JSON.stringify({ Item: { pk: { S: 'a' } } })}\n`);
  const breakingOff = async function* () {
    yield file.subarray(0, 10);
    throw new Error('the connection was cut');
  };
  const reading = Array.fromAsync(backupEntries(breakingOff(), { key: 'data/one.json.gz', itemCount: 1 }));
  await expect(reading).rejects.toThrow(RestoreRefused);
  await expect(reading).rejects.toThrow(/data\/one\.json\.gz cannot be read \(the connection was cut\)/);
});

it('complete backups are listed next to a damaged manifest', async () => {
  const files = new Map<string, string>();
  const backUp = (id: string) => {
    const at = '2026-11-21T12:00:00.000Z';
    const service = { name: 'adtrail', version: '1' };
    const table = { name: 'accounts', tableName: 'accounts', exportId: 'e', itemCount: 0 };
    const manifest: BackupManifest = {
      format: 1,
      id,
      service,
      method: 'scan',
      startedAt: at,
      completedAt: at,
      tables: [{ ...table, digest: null, files: [] }],
    };
    const json = JSON.stringify(BackupManifest.parse(manifest));
    files.set(`${folderOf(id)}manifest.json`, json);
    files.set(`${folderOf(id)}manifest.sha256`, hash('sha256', json, 'hex'));
  };
  const [damaged, whole] = ['20261120T020000Z-00aa11', '20261121T020000Z-00aa22'];
  backUp(damaged);
  backUp(whole);
  files.set(`${folderOf(damaged)}manifest.json`, '{}');
  const lines = await describeBackups({
    list: async () => [...files].map(([key, text]) => ({ key, sizeBytes: text.length })),
    get: async (key) => {
      const text = files.get(key);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    open: () => Promise.reject(new Error('Only manifests are read.')),
  });
  expect(lines).toEqual([
    `${damaged}  damaged: Checksum mismatch in the manifest.`,
    `${whole}  completed 2026-11-21T12:00:00.000Z  accounts 0`,
  ]);
});
