import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** The first process of a run makes the folder. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(process.env.TEST_RUN_FOLDER ?? '', name);
  const lock = `${folder}.lock`;
  await until(() => existsSync(folder) || isTaken(lock), 240);
  if (existsSync(folder)) return folder;
  try {
    await make(`${folder}.new`);
    renameSync(`${folder}.new`, folder);
    return folder;
  } finally {
    rmSync(lock, { recursive: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
