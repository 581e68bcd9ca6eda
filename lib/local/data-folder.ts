import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HostError } from './host-error.ts';

/** The kernel releases the SQLite lock with the process, so no lock is stale. */
export function openDataFolder(directory: string): () => void {
  // Tables, mails and logs hold personal data.
  process.umask(0o077);
  try {
    makeFolder(join(directory, 'checkpoints'));
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw unwritable(directory, error);
  }
  const lock = lockIn(directory);
  try {
    writeFileSync(join(directory, 'host.pid'), String(process.pid));
  } catch (error) {
    lock.close();
    throw unwritable(directory, error);
  }
  return () => lock.close();
}

/** Node's recursive `mkdir` never returns in places like /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function lockIn(directory: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(directory, 'host.lock'));
    database.exec('PRAGMA busy_timeout = 2000; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (!/locked/.test(String(error))) throw unwritable(directory, error);
    throw new HostError(
      `Another host (process ${holderOf(directory)}) uses the data folder ${directory}: stop it, or set --data to another folder.`,
    );
  }
}

function holderOf(directory: string): string {
  try {
    return readFileSync(join(directory, 'host.pid'), 'utf8');
  } catch {
    return 'unknown';
  }
}

const isDiskFull = (error: unknown) => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === 13;
};

export const namingFullDisk = (directory: string, error: unknown): unknown =>
  isDiskFull(error)
    ? new HostError(`The disk with the data folder ${directory} is full: free some space, and start again.`, {
        cause: error,
      })
    : error;

function unwritable(directory: string, error: unknown): HostError {
  const named = namingFullDisk(directory, error);
  if (named instanceof HostError) return named;
  const code = error instanceof Error && 'code' in error ? error.code : String(error);
  return new HostError(`The data folder ${directory} cannot be written (${code}): set --data to another folder.`);
}
