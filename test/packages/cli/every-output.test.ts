import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { Failure } from '#packages/cli/src/failure.ts';
import { helpOf } from '#packages/cli/src/help.ts';
import { emptied, exampleAnswer } from '#test/console/example-answers.ts';

const folder = mkdtempSync(join(tmpdir(), 'adtrail-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** These commands need a process, a file or a terminal, and have tests of their own. */
const apart = /^(login|logout|status|profiles|listen|send|trigger|check|discover|mcp|completion|reconcile)$/;
const given: Record<string, { args?: string[]; texts?: Record<string, string> }> = {
  'spend import': { args: ['packages/cli/package.json'], texts: { network: 'meta' } },
  refund: { args: ['10031'], texts: { net: '19.99' } },
};

async function outputOf(name: string, change: (body: unknown) => unknown, more = {}): Promise<string> {
  const { args = ['x'], texts = {} } = given[name] ?? {};
  const all: Record<string, string> = { ...texts, ...more };
  const command = commands.find((one) => one.name === name);
  const lines: string[] = [];
  const context = {
    ...{ args: command?.args ? args : [], json: false, config: {}, isSet: () => false },
    text: (option: string) => all[option],
    texts: (option: string) => (option === 'event' ? ['conversion.attributed'] : []),
    note: (line: string) => void lines.push(`(${line})`),
    print: (_: unknown, shown: string) => void lines.push(shown),
    async api(method: string, path: string, { query = {} }: Call = {}): Promise<Answer> {
      const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const made = exampleAnswer(method, path, Object.fromEntries(asked));
      if (!made) throw new Failure(`No operation for ${method} ${path}`);
      const body = change(made.body) as Record<string, unknown>;
      return { status: made.status, at: Date.parse('2026-11-27T12:00:00Z'), text: String(made.body), body };
    },
  } as unknown as Context;
  await command?.run(context).catch(({ message }: Error) => void lines.push(message));
  return lines.join('\n').replace(/ +$/gm, '').trimEnd();
}

it('what every command prints of an answer, and other lines without entries, is in expected/commands.txt', async () => {
  const all: string[] = [];
  for (const { name } of commands.filter((one) => !apart.test(one.name))) {
    const full = await outputOf(name, (body) => body);
    const lines = new Set(full.split('\n'));
    const empty = (await outputOf(name, emptied)).split('\n').filter((line) => !lines.has(line));
    all.push(`### adtrail ${name}\n${full}\n`);
    if (empty.length > 0) all.push(`### adtrail ${name}, without entries\n${empty.join('\n')}\n`);
  }
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
