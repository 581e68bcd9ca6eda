import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arrowsOf, circlesOf, forbidden } from '#lib/tools/arrows.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.includes('/') && existsSync(file));
const arrows = arrowsOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
const problems = [
  ...arrows.flatMap((arrow) => forbidden(arrow) ?? []),
  ...circlesOf(arrows).map((circle) => `a circle: ${circle.join(' -> ')}`),
];
for (const line of problems) process.stderr.write(`${line}\n`);
if (problems.length > 0) process.exitCode = 1;
