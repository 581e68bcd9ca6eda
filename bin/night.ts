import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { commandLine, refuse } from '#lib/tools/command-line.ts';
import { type Figures, nightPage } from '#lib/tools/night-page.ts';

const parts = globSync('test/night/*.night.ts').map((file) => basename(file, '.night.ts'));
const usage = `Usage: npm run night -- [part …]
Runs the checks that are too slow for each change, and writes their figures into docs/night.md.
Parts: ${parts.sort().join(', ')}; all by default.
`;
const { positionals } = commandLine(usage, {});
const unknownParts = positionals.filter((part) => !parts.includes(part));
if (unknownParts.length > 0) refuse(`There is no part ${unknownParts.join(', ')}.\n${usage}`);

const chosen = positionals.length > 0 ? positionals : parts;
const folder = mkdtempSync(join(tmpdir(), 'adtrail-night-'));
const file = join(folder, 'figures.json');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.night.config.ts', ...chosen.map((part) => `test/night/${part}.night.ts`)],
  { stdio: 'inherit', env: { ...process.env, NIGHT_FIGURES: file } },
);
let figures: Figures[] = [];
try {
  figures = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  process.stderr.write('The run has ended without figures.\n');
}
rmSync(folder, { recursive: true });

const page = 'docs/night.md';
const { stdout: commit } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
const day = new Date().toISOString().slice(0, 10);
writeFileSync(page, nightPage(readFileSync(page, 'utf8'), { day, commit: commit.trim(), figures }));
const missing = chosen.filter((part) => !figures.some((row) => row.part === part));
const isGreen = figures.every(({ cases, passed }) => cases > 0 && passed === cases) && missing.length === 0;
if (missing.length > 0) process.stderr.write(`Without a result: ${missing.join(', ')}.\n`);
process.exitCode = status === 0 && isGreen ? 0 : 1;
