import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '#packages/cli/src/command.ts';
import { check } from '#packages/cli/src/commands/check.ts';
import type { Failure } from '#packages/cli/src/failure.ts';

async function checked(url: string, level = 'info') {
  const asked: unknown[] = [];
  let shown = '';
  const found = {
    url: 'https://shop.example/',
    status: 200,
    findings: [{ level, message: 'Fine.' }],
  };
  const failure = await check
    .run({
      args: [url],
      api: async (method: string, path: string, call: object) => {
        asked.push([method, path, call]);
        return { status: 200, body: found };
      },
      print: (_: unknown, text: string) => {
        shown = text;
      },
    } as unknown as Context)
    .then(
      () => null,
      ({ message, exit }: Failure) => ({ message, exit }),
    );
  return { asked, shown, failure };
}

it('a public page is read by the service', async () => {
  const { asked, shown } = await checked('https://shop.example/');
  expect(asked).toEqual([['POST', '/api/v1/pixel/check-site', { body: { url: 'https://shop.example/' } }]]);
  expect(shown).toBe('https://shop.example/ (200)\ninfo: Fine.');
});

it.each([
  ['ok', null],
  ['warning', null],
  ['error', { message: 'The page has 1 error.', exit: 1 }],
])('a finding of the level %s ends the command with %j, after it is shown', async (level, expected) => {
  const { failure, shown } = await checked('https://shop.example/', level);
  expect(failure).toEqual(expected);
  expect(shown).toContain(`${level}: Fine.`);
});

it('a page of this machine is read from here, with and without its scheme', async () => {
  const server = createServer((_, answer) => void answer.setHeader('content-type', 'text/html').end('<p>Hi</p>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const url of [`http://${place}/shoes`, `${place}/shoes`]) {
      const { asked, shown } = await checked(url);
      expect(asked).toEqual([]);
      expect(shown).toMatch(new RegExp(`^http://${place}/shoes.* \\(200\\)\\n`));
    }
  } finally {
    server.close();
  }
});
