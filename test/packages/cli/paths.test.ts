import type { Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { commands } from '#packages/cli/src/commands.ts';

const given = 'a/b?c=d#e f%2F';
const stop = new Error('The test has seen the request.');

/** The argument of these is a file, an address or a name of this command line. */
const elsewhere = [
  'check',
  'completion',
  'delete',
  'discover',
  'get',
  'help',
  'patch',
  'post',
  'put',
  'reconcile',
  'send',
  'spend import',
  'trigger',
  'webhooks create',
];
const texts: Record<string, Record<string, string>> = {
  'months reopen': { reason: 'late' },
  refund: { net: '19.99' },
};

async function pathOf(name: string, options: Record<string, string> = {}): Promise<string> {
  const asked: string[] = [];
  const context = {
    args: [given],
    json: true,
    config: {},
    text: (option: string) => ({ ...texts[name], ...options })[option],
    texts: () => [],
    isSet: () => false,
    print: () => {},
    note: () => {},
    async api(_method: string, path: string, _call: Call) {
      asked.push(path);
      throw stop;
    },
  };
  const command = commands.find((one) => one.name === name);
  await expect(command?.run(context as unknown as Context)).rejects.toBe(stop);
  return asked[0] ?? '';
}

const ofPath = commands.filter(({ name, args }) => args && !elsewhere.includes(name)).map(({ name }) => name);

it('each command with an argument is known to send it in its path or not', () => {
  for (const name of elsewhere) expect(commands.find((one) => one.name === name)?.args, name).toBeDefined();
  expect(ofPath).toEqual(expect.arrayContaining(['ads', 'events show', 'keys revoke', 'months close', 'refund', 'spend undo']));
});

it.each(ofPath)('an argument with a slash, question mark, hash and blank is one part of the path: %s', async (name) => {
  const path = await pathOf(name);
  expect(new URL(path, 'https://api.example').pathname).toBe(path);
  expect(
    path
      .split('/')
      .map(decodeURIComponent)
      .filter((part) => part.includes(given)),
  ).toHaveLength(1);
});

it('so is a delivery that is replayed', async () => {
  const path = await pathOf('webhooks replay', { delivery: given });
  expect(new URL(path, 'https://api.example').pathname).toBe(path);
  expect(
    path
      .split('/')
      .map(decodeURIComponent)
      .filter((part) => part === given),
  ).toHaveLength(2);
});
