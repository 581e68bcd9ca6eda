import { untrusted } from '#packages/cli/src/mcp/present.ts';
import type { Reader, Tool } from '#packages/cli/src/mcp/tool.ts';
import { emptied, exampleAnswer, now } from '#test/console/example-answers.ts';

export const scope = { environment: 'test', client_user_id: 77 };
export const days = {
  from: '2026-11-03',
  to: '2026-11-04',
  time_zone: 'Asia/Kolkata',
  pixel_key: 'pk_1',
  ...scope,
};
export const names = { campaign: 'c', ad_group: 'g', ad_id: 'a' };

const shortened = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.length > 1
      ? [shortened(value[0]), `and ${value.length - 1} more`]
      : value.map(shortened)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]))
      : value;

async function outputOf({ input, output, run }: Tool, given: object, change = (body: unknown) => body) {
  const asked: string[] = [];
  const reader = {
    zone: 'Europe/Lisbon',
    now: () => now,
    async get(path: string, query: Record<string, string | undefined> = {}) {
      const present = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      asked.push(`GET ${path}?${present.map((pair) => pair.join('=')).join('&')}`);
      const made = exampleAnswer('GET', path, Object.fromEntries(present));
      return { status: made?.status, body: change(made?.body) };
    },
  } as unknown as Reader;
  const { content, structuredContent } = await run(input.parse(given) as never, reader);
  output.parse(structuredContent);
  const summary = content[0]?.text.split(untrusted)[0]?.trim().split('\n') ?? [];
  const fields = Object.entries(structuredContent).filter(([name]) => name !== 'note');
  return [...asked, ...summary, ...fields.map(([name, value]) => `${name}: ${JSON.stringify(shortened(value))}`)];
}

export async function expectTools(tools: readonly Tool[], inputs: Record<string, object[]>, file: string) {
  expect(Object.keys(inputs)).toEqual(tools.map(({ name }) => name));
  const all: string[] = [];
  for (const tool of tools) {
    const [first = {}, ...others] = inputs[tool.name] ?? [];
    const full = await outputOf(tool, first);
    all.push(`### ${tool.name} ${JSON.stringify(first)}`, ...full, '');
    for (const given of others) {
      const lines = (await outputOf(tool, given)).filter((line) => !/: [[{]./.test(line));
      all.push(`### ${tool.name} ${JSON.stringify(given)}`, ...lines, '');
    }
    const empty = await outputOf(tool, first, emptied).catch(({ message }: Error) => [message]);
    all.push(`### ${tool.name}, without entries`, ...empty.filter((line) => !full.includes(line)), '');
  }
  await expect(all.join('\n')).toMatchFileSnapshot(file);
}
