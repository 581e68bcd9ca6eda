import { mkdirSync } from 'node:fs';
import { moveFolder } from '#lib/ops/move/moved-folder.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

/** A data folder with nothing in it but a move. */
export function preparedFolder(): string {
  const directory = temporaryFolder();
  mkdirSync(moveFolder(directory));
  return directory;
}
