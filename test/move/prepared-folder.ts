import { mkdirSync } from 'node:fs';
import { moveFolder } from '#lib/ops/move/moved-folder.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

export function preparedFolder(): string {
  const directory = temporaryFolder();
  mkdirSync(moveFolder(directory));
  return directory;
}
