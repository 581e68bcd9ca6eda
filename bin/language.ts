import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findings } from '#lib/tools/language/findings.ts';

// `npm run language`, after the spelling: banned phrasings and overlong sentences of the texts in the repository.
const unread =
  /^(?:test|node_modules)\/|^lib\/tools\/language\/phrases\.ts$|^lib\/local\/(?:market|vendors)\//;
const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '*.md',
  '*.ts',
  '*.mjs',
  'openapi.json',
])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => !unread.test(file) && existsSync(file));
const found = files.flatMap((file) => findings(file, readFileSync(file, 'utf8')));
for (const line of found) process.stdout.write(`${line}\n`);
if (found.length) {
  process.stderr.write(`${found.length} findings. The rules of style are in CONTRIBUTING.md.\n`);
  process.exitCode = 1;
}
