import { writeFileSync } from 'node:fs';
import { commandLine } from '#lib/tools/command-line.ts';
import { costPage, monthTable } from '#lib/tools/cost/page.ts';

// Prints what a month costs on AWS, or writes docs/cost.md.
const usage = 'Usage: npm run cost -- [--events 10m] [--users 100k] [--write]\n';

/** `100k`, `10m` or a plain number. */
function countOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) {
    process.stderr.write(`${text} is not a number such as 500, 100k or 10m.\n${usage}`);
    process.exit(2);
  }
  return Number(digits) * { '': 1, k: 1e3, m: 1e6 }[unit.toLowerCase() as '' | 'k' | 'm'];
}

const options = {
  events: { type: 'string', default: '1m' },
  users: { type: 'string', default: '10k' },
  write: { type: 'boolean', default: false },
} as const;
const { values } = commandLine(usage, options);
if (values.write) writeFileSync(new URL('../docs/cost.md', import.meta.url), costPage());
else process.stdout.write(`${monthTable([[countOf(values.events), countOf(values.users)]])}\n`);
