import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { moveFolder } from '#lib/move/moved-folder.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

const base = temporaryFolder();

/** A data folder with nothing in it but a move. */
export function preparedFolder(): string {
  const directory = mkdtempSync(join(base, 'data-'));
  mkdirSync(moveFolder(directory));
  return directory;
}
