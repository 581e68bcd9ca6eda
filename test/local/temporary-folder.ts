import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtrail-local-'));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
