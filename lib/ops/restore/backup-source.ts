import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '#lib/ops/aws/sdk-files.ts';
import { type DeletionRecord, deletionFolder, deletionIn } from '#shared/accounts/deletion/store/deletion-files.ts';
import { folderOf, inBackup } from '#shared/backup/rules/backup.ts';
import { type ErasureRecord, erasureFolder, erasureIn, firstErasureFile } from '#shared/event-log/store/erasure-files.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type BackupSource = {
  text(key: string): Promise<string | null>;
  /** The file is streamed, because DynamoDB's files may have any size. */
  open(key: string): Promise<AsyncIterable<Uint8Array>>;
  beside(backupId: string): BackupSource;
  deletions(): Promise<DeletionRecord[]>;
  erasures(since: string): Promise<ErasureRecord[]>;
  verified?(at: string): Promise<void>;
};

export const bucketSource = (objects: Omit<Files, 'put'> & Partial<Pick<Files, 'put'>>, backupId: string): BackupSource => ({
  beside: (other) => bucketSource(objects, other),
  async verified(at) {
    const key = folderOf(backupId) + inBackup.verified;
    await objects.put?.(key, at, { contentType: 'text/plain' }).catch(() => {});
  },
  async text(key) {
    const file = await objects.get(folderOf(backupId) + key);
    return file && Buffer.from(file).toString();
  },
  open: async (key) => (await objects.open(folderOf(backupId) + key)).body,
  async deletions() {
    const records: DeletionRecord[] = [];
    for (const { key } of await objects.list(deletionFolder)) {
      const file = await objects.get(key);
      if (file) records.push(deletionIn(Buffer.from(file).toString()));
    }
    return records;
  },
  async erasures(since) {
    const keys = (await objects.list(erasureFolder)).map(({ key }) => key);
    const erasures: ErasureRecord[] = [];
    const recent = keys.filter((key) => key >= firstErasureFile(since));
    await forEachConcurrent(recent, filesAtOnce, async (key) => {
      const file = await objects.get(key);
      if (file) erasures.push(erasureIn(Buffer.from(file).toString()));
    });
    return erasures;
  },
});
const filesAtOnce = 16;

export const folderSource = (folder: string): BackupSource => ({
  beside: (other) => folderSource(join(folder, '..', other)),
  text: (key) => readFile(join(folder, key), 'utf8').catch(() => null),
  open: async (key) => createReadStream(join(folder, key)),
  async deletions() {
    const names = await readdir(join(folder, deletionFolder)).catch(() => []);
    return await Promise.all(names.map(async (name) => deletionIn(await readFile(join(folder, deletionFolder, name), 'utf8'))));
  },
  async erasures(since) {
    const names = await readdir(join(folder, erasureFolder)).catch(() => []);
    const recent = names.map((name) => erasureFolder + name).filter((key) => key >= firstErasureFile(since));
    const erasures: ErasureRecord[] = [];
    await forEachConcurrent(recent, filesAtOnce, async (key) => {
      erasures.push(erasureIn(await readFile(join(folder, key), 'utf8')));
    });
    return erasures;
  },
});
