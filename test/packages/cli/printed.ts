import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';

export async function printed(
  name: string,
  body: object,
  texts: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<string[]> {
  let text = '';
  const context = {
    args,
    json: false,
    config: {},
    isSet: () => false,
    note: () => {},
    text: (option: string) => texts[option],
    texts: () => [],
    print: (_: unknown, shown: string) => {
      text = shown;
    },
    api: async () => ({ status: 200, at: 0, text: '', body }),
  };
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command "${name}".`);
  await command.run(context as unknown as Context);
  return text.split('\n').map((line) => line.trimEnd());
}

/** Columns of a table are apart by at least two spaces. */
export const cellsOf = (line = '') => line.trim().split(/ {2,}/);

export const period = { from: '2026-11-01', to: '2026-11-22', time_zone: 'UTC', environment: 'live' };
