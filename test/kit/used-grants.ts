import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export const usedGrantsName = 'used-grants';
const noted = new Set<string>();

export function recordUse(by: string, what: string): void {
  const folder = process.env.TEST_RUN_FOLDER;
  const line = `${by} ${what}`;
  if (noted.has(line) || !folder) return;
  noted.add(line);
  appendFileSync(join(folder, `${usedGrantsName}-${process.pid}`), `${line}\n`);
}
