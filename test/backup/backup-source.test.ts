import { bucketSource } from '#lib/ops/restore/backup-source.ts';

it('a backup in a bucket is verified with rights to read alone: its note is left out', async () => {
  const asked: string[] = [];
  const put = async (key: string) => {
    asked.push(key);
    throw new Error('Access Denied');
  };
  await bucketSource({ put } as never, '20261121T023000Z-3fa9c1').verified?.('2026-11-21T10:00:00Z');
  expect(asked).toHaveLength(1);
});
