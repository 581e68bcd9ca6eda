import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '#packages/cli/src/commands.ts';
import { helpOf } from '#packages/cli/src/help.ts';
import { outputOf, sectionOf } from './output-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'adtrail-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** These commands need a process, a file or a terminal, and have tests of their own. */
const apart =
  /^(login|logout|status|profiles|listen|send|trigger|check|discover|mcp|completion|reconcile|help|version|get|post|put|patch|delete)$/;
it('what every command prints of an answer, and other lines without entries, is in expected/commands.txt', async () => {
  const all: string[] = [];
  for (const { name } of commands.filter((one) => !apart.test(one.name))) all.push(await sectionOf(name));
  await expect(all.join('\n')).toMatchFileSnapshot('./expected/commands.txt');
});

it('the help of every command is in expected/help.txt', async () => {
  const common = /^ +(-\w, )?--(json|base-url|profile|help|version) {2}.*\n/gm;
  const text = commands.map((command) => helpOf(command).replace(common, '')).join('\n');
  await expect(text).toMatchFileSnapshot('./expected/help.txt');
});

const withFile = commands.filter(({ options = {} }) => 'csv' in options).map(({ name }) => name);

it.each(withFile)('adtrail %s writes the file of --csv, and prints no table', async (name) => {
  const csv = join(folder, `${name}.csv`);
  expect(await outputOf(name, (body) => body, { csv })).toBe(`Written to ${csv}.`);
  expect(readFileSync(csv, 'utf8')).toMatch(/\S/);
  const missing = join(folder, 'missing', 'a.csv');
  expect(await outputOf(name, (body) => body, { csv: missing })).toBe(`${missing} cannot be written.`);
});
