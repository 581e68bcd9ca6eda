import { closeSync, cpSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UpgradeRefused } from './upgrade-refused.ts';

export const inFolder = { earlier: 'earlier', trial: 'trial' };

/** The log, the lock and the copies of earlier upgrades are no data. */
const leftOut = new Set<string>([inFolder.earlier, inFolder.trial, 'host.lock', 'host.lock-journal', 'host.pid', 'service.log']);
const isDatabase = (path: string) => /\.(sqlite|db)$/.test(path);
const isOfDatabase = (path: string) => /\.(sqlite|db)-(wal|shm|journal)$/.test(path);

function filesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => !leftOut.has(name))
    .flatMap((name) => {
      const path = join(directory, name);
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    });
}

/** A file that a running host removes meanwhile has no size. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function requireSpace(directory: string, copies: number): void {
  const bytes = filesIn(directory).reduce((sum, file) => sum + sizeOf(file), 0) * copies;
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > bytes * 1.1) return;
  const megabytes = Math.ceil((bytes * 1.1) / 1e6);
  throw new UpgradeRefused(`The disk of ${directory} needs ${megabytes} MB of free space for ${copies} copies of the folder.`);
}

/** A host may write meanwhile: a database is copied as it is at one moment, with what its log holds. */
export function copyFolder(directory: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  for (const file of filesIn(directory)) {
    const target = join(copy, relative(directory, file));
    if (isOfDatabase(file) || !existsSync(file)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (isDatabase(file)) copyDatabase(file, target);
    else cpSync(file, target, { preserveTimestamps: true });
    syncFile(target);
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function copyDatabase(file: string, target: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  const copied = new DatabaseSync(target);
  try {
    const { journal_mode: mode } = copied.prepare('PRAGMA journal_mode = WAL').get() ?? {};
    const { quick_check: result } = copied.prepare('PRAGMA quick_check(1)').get() ?? {};
    if (mode !== 'wal' || result !== 'ok') throw new UpgradeRefused(`The copy of ${file} is damaged (${result}).`);
  } finally {
    copied.close();
  }
}
