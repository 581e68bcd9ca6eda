import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commentFindings } from '#lib/tools/language/comments.ts';
import { countComments, printCounts } from '#lib/tools/language/count.ts';
import { findings } from '#lib/tools/language/findings.ts';

const unread = /^(?:test|node_modules)\/|^lib\/tools\/language\/phrases\.ts$|^lib\/local\/(?:market|vendors)\//;
const { values } = parseArgs({ options: { count: { type: 'boolean', default: false } } });
const patterns = ['*.md', '*.ts', '*.tsx', '*.mjs', 'openapi.json'];
const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
  .map((file) => ({ file, content: readFileSync(file, 'utf8') }));
const code = texts.filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file));

if (values.count) process.stdout.write(printCounts(countComments(code)));
else report();

function report() {
  const lines = [
    ...texts.filter(({ file }) => !unread.test(file)).flatMap(({ file, content }) => findings(file, content)),
    ...code.flatMap(({ file, content }) => commentFindings(file, content)),
  ];
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (lines.length === 0) return;
  process.stderr.write(`${lines.length} findings. The rules of style are in CONTRIBUTING.md.\n`);
  process.exitCode = 1;
}
