import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** The start of each file of them in the folder of a run. */
export const usedGrantsName = 'used-grants';
const known = new Set<string>();

/** Notes that a function needed something that `functions/access.ts` grants it, for `unused-grants.ts`. */
export function noteUse(by: string, what: string): void {
  const folder = process.env.TEST_RUN_FOLDER;
  const line = `${by} ${what}`;
  if (known.has(line) || !folder) return;
  known.add(line);
  appendFileSync(join(folder, `${usedGrantsName}-${process.pid}`), `${line}\n`);
}
