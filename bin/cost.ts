import { writeFileSync } from 'node:fs';
import { commandLine, refuse } from '#lib/tools/command-line.ts';
import { costPage, monthTable } from '#lib/tools/cost/page.ts';

const usage = 'Usage: npm run cost -- [--events 10m] [--users 100k] [--write]\n';

function countOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) refuse(`${text} is not a number such as 500, 100k or 10m.\n${usage}`);
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
