import { failureOf, openApi } from '#packages/cli/src/api.ts';
import type { Config } from '#packages/cli/src/config.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [400, 1],
  [401, 3],
  [403, 1],
  [404, 1],
  [408, 4],
  [409, 1],
  [422, 1],
  [425, 4],
  [429, 4],
  [499, 1],
  [500, 4],
  [503, 4],
])('a command whose request is answered with a %d exits with %d', (status, exit) => {
  const answer = { status, at: 0, text: '', body: { detail: 'Why.', code: 'why', request_id: 'r1' } };
  expect(failureOf(answer, false)).toMatchObject({ exit, code: 'why', requestId: 'r1', message: 'Why.' });
});

it('a command says how to sign in only if its own sign-in was refused', () => {
  const answer = { status: 401, at: 0, text: '', body: { detail: 'No.' } };
  expect(failureOf(answer, true).message).toBe('No. Run `adtrail login`.');
  expect(failureOf(answer, false).message).toBe('No.');
});

it.each([
  ['again', [408, 425, 429, 500, 503]],
  ['no more', [400, 401, 403, 404, 409, 422]],
] as const)('a command asks %s after each of %j', async (outcome, statuses) => {
  for (const status of statuses) {
    const answers = [new Response('{}', { status, headers: { 'retry-after': '0.01' } })];
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      calls++;
      return answers.shift() ?? new Response('{}');
    });
    const api = openApi({ baseUrl: 'https://adtrail.example', accessToken: 't' } as Config);
    const { status: last } = await api('GET', '/api/v1/pixel/keys', { also: [status] });
    expect([status, calls, last]).toEqual(outcome === 'again' ? [status, 2, 200] : [status, 1, status]);
  }
});
