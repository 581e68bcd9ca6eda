import { readFileSync } from 'node:fs';
import type { Answer, Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';
import { Failure } from '#packages/cli/src/failure.ts';
import { emptied, exampleAnswer } from '#test/console/example-answers.ts';

const given: Record<string, { args?: string[]; texts?: Record<string, string> }> = {
  'spend import': { args: ['packages/cli/package.json'], texts: { network: 'meta' } },
  refund: { args: ['10031'], texts: { net: '19.99' } },
};

export async function outputOf(name: string, change: (body: unknown) => unknown, more = {}): Promise<string> {
  const { args = ['x'], texts = {} } = given[name] ?? {};
  const all: Record<string, string> = { ...texts, ...more };
  const command = commands.find((one) => one.name === name);
  const lines: string[] = [];
  const context = {
    args: command?.args ? args : [],
    json: false,
    config: {},
    isSet: () => false,
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

export async function sectionOf(name: string): Promise<string> {
  const full = await outputOf(name, (body) => body);
  const lines = new Set(full.split('\n'));
  const empty = (await outputOf(name, emptied)).split('\n').filter((line) => !lines.has(line));
  const section = `### adtrail ${name}\n${full}\n`;
  return empty.length > 0 ? `${section}\n### adtrail ${name}, without entries\n${empty.join('\n')}\n` : section;
}

export async function expectPrinted(...names: string[]) {
  const expected = readFileSync('test/packages/cli/expected/commands.txt', 'utf8');
  for (const name of names) expect(expected).toContain(await sectionOf(name));
}
