import { assertOwn, failureOf, openApi } from '#packages/cli/src/api.ts';
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

describe('a request of a command', () => {
  type Given = Partial<Config> & { base?: string };
  function opened(config: Given, answers: (Response | Error)[] = []) {
    const asked: [url: string, init: RequestInit & { headers: Record<string, string> }][] = [];
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      asked.push([String(url), init as (typeof asked)[number][1]]);
      const answer = answers.shift() ?? new Response('{}');
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const stored: object[] = [];
    const store = (changes: object) => void stored.push(changes);
    const api = openApi({ baseUrl: 'https://adtrail.example', store, ...config } as Config);
    return { api, asked, stored };
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const credentials = { accessToken: 'token', secretKey: 'sk', readKey: 'rk' };

  it.each([
    ['user', credentials, 'token'],
    [undefined, credentials, 'token'],
    ['user', { secretKey: 'sk', readKey: 'rk' }, null],
    ['report', credentials, 'rk'],
    ['report', { accessToken: 'token', secretKey: 'sk' }, 'token'],
    ['report', { secretKey: 'sk' }, null],
    ['key', credentials, 'token'],
    ['key', { secretKey: 'sk', readKey: 'rk' }, 'sk'],
    ['key', { readKey: 'rk' }, null],
    ['none', credentials, undefined],
  ] as const)('with auth %s and %j has the credential %s', async (auth, config, credential) => {
    const { api, asked } = opened(config);
    const answer = api('GET', '/a', auth && { auth });
    if (credential === null) return await expect(answer).rejects.toMatchObject({ exit: 3, code: 'unauthenticated' });
    await answer;
    expect(asked.map(([, { headers }]) => headers.authorization)).toEqual([credential && `Bearer ${credential}`]);
  });

  it('has its query without what is undefined, its headers, and its body as JSON, text or a file', async () => {
    const { api, asked } = opened(credentials);
    const file = new Uint8Array([1, 2]);
    await api('GET', '/a', { query: { x: '1', y: undefined, z: 'a b' }, headers: { 'x-own': 'y' } });
    await api('POST', '/b', { body: { n: 1 } });
    await api('POST', '/c', { content: { json: '{"n":1.0}' } });
    await api('PUT', '/d', { content: { file } });
    const sent = asked.map(([url, { method, body, headers }]) => [
      method,
      url.replace('https://adtrail.example', ''),
      body,
      headers['content-type'],
    ]);
    expect(sent).toEqual([
      ['GET', '/a?x=1&z=a+b', undefined, undefined],
      ['POST', '/b', '{"n":1}', 'application/json'],
      ['POST', '/c', '{"n":1.0}', 'application/json'],
      ['PUT', '/d', file, 'application/octet-stream'],
    ]);
    expect(asked[0]?.[1].headers).toMatchObject({
      'x-own': 'y',
      'user-agent': expect.stringMatching(/^adtrail-cli\/\d/),
    });
  });

  it.each([
    [11.9, 'token'],
    [12.1, 'renewed'],
  ])('with a token of %d hours has the token "%s"', async (hours, token) => {
    const renewed = new Response('{"access_token":"renewed"}');
    const { api, asked, stored } = opened({ accessToken: 'token', issuedAt: hoursAgo(hours) }, token === 'renewed' ? [renewed] : []);
    await api('GET', '/a');
    await api('GET', '/a');
    expect(asked.slice(-2).map(([, { headers }]) => headers.authorization)).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    expect(asked).toHaveLength(token === 'renewed' ? 3 : 2);
    expect(stored).toEqual(token === 'renewed' ? [{ access_token: token, issued_at: expect.any(String) }] : []);
  });

  it('keeps its token when it cannot be renewed, and renews none for a key', async () => {
    const old = { accessToken: 'token', readKey: 'rk', issuedAt: hoursAgo(20) };
    const refused = opened(old, [new Response('{}', { status: 401 })]);
    await refused.api('GET', '/a');
    expect(refused.asked.map(([, { headers }]) => headers.authorization)).toEqual(['Bearer token', 'Bearer token']);
    expect(refused.stored).toEqual([]);
    const byKey = opened(old);
    await byKey.api('GET', '/a', { auth: 'report' });
    expect(byKey.asked).toHaveLength(1);
  });

  it('waits as long as Retry-After says, but not longer than 15 s, and at least its own pause', async () => {
    const busy = (seconds: string) => new Response('{}', { status: 503, headers: { 'retry-after': seconds } });
    for (const [seconds, least] of [
      ['0.6', 590],
      ['0', 240],
    ] as const) {
      const { api, asked } = opened(credentials, [busy(seconds)]);
      const startedAt = performance.now();
      await api('GET', '/a');
      expect(performance.now() - startedAt).toBeGreaterThan(least);
      expect(asked).toHaveLength(2);
    }
    const long = opened(credentials, [busy('16')]);
    await expect(long.api('GET', '/a')).rejects.toMatchObject({ exit: 4 });
    expect(long.asked).toHaveLength(1);
  });

  it('is sent once if it has to be answered soon, and again if there was no answer', async () => {
    const lost = () => new TypeError('fetch failed');
    const once = opened(credentials, [lost()]);
    await expect(once.api('GET', '/a', { onceWithinMs: 100 })).rejects.toMatchObject({
      exit: 4,
      code: 'no_response',
      message: expect.stringContaining('https://adtrail.example does not'),
    });
    expect(once.asked).toHaveLength(1);
    const again = opened(credentials, [lost()]);
    expect(await again.api('GET', '/a')).toMatchObject({ status: 200 });
    expect(again.asked).toHaveLength(2);
  });

  it('is answered at the time of the service', async () => {
    const date = 'Sat, 21 Nov 2026 12:00:00 GMT';
    const { api } = opened(credentials, [new Response('{"n":1}', { headers: { date } })]);
    expect(await api('GET', '/a')).toMatchObject({ at: Date.parse(date), text: '{"n":1}', body: { n: 1 } });
  });

  it.each(['', '<html>Sign in</html>', '[1]', 'null', '{"n":'])(
    'fails if the response "%s" with status 200 is not one of the service',
    async (page) => {
      const { api } = opened(credentials, [new Response(page), new Response(page, { status: 404 })]);
      await expect(api('GET', '/a')).rejects.toMatchObject({
        exit: 4,
        code: 'unexpected_response',
        message: expect.stringMatching(/^https:\/\/adtrail\.example responded with status 200, but/),
      });
      await expect(api('GET', '/a')).rejects.toMatchObject({ exit: 1, code: 'status_404' });
    },
  );

  it('takes a CSV file as it is, and no page in its place', async () => {
    const file = (type: string) => new Response('a,b', { headers: { 'content-type': type } });
    const { api } = opened(credentials, [file('text/csv; charset=utf-8'), file('text/html')]);
    expect(await api('GET', '/a')).toMatchObject({ text: 'a,b' });
    await expect(api('GET', '/a')).rejects.toMatchObject({ code: 'unexpected_response' });
  });

  it('names the address that does not respond as adtrail without its secrets', () => {
    const answer = { status: 200, body: {}, text: '', at: 0, isForeign: true };
    const read = () => assertOwn(answer, 'https://user:secret@adtrail.example/path?key=secret');
    expect(read).toThrow(/^https:\/\/adtrail\.example responded/);
    expect(read).not.toThrow(/secret/);
  });

  it('is not answered by a page in place of a renewed token', async () => {
    for (const page of ['<html>Sign in</html>', '{}']) {
      const old = { accessToken: 'token', issuedAt: hoursAgo(20) };
      const { api, asked, stored } = opened(old, [new Response(page)]);
      await api('GET', '/a');
      expect([asked.at(-1)?.[1].headers.authorization, stored]).toEqual(['Bearer token', []]);
    }
  });

  it('says if an earlier attempt may have succeeded', async () => {
    const busy = (status: number) => new Response('{}', { status, headers: { 'retry-after': '0' } });
    for (const [first, isRepeat] of [
      [new TypeError('lost'), true],
      [busy(502), true],
      [busy(429), false],
    ] as const)
      expect(await opened(credentials, [first]).api('GET', '/a')).toMatchObject({ isRepeat });
  });

  it.each(['adtrail.example', 'localhost:3007', 'ftp://adtrail.example', 'https://'])('to "%s" is wrong usage', async (baseUrl) => {
    const { api, asked } = opened({ ...credentials, baseUrl });
    await expect(api('GET', '/a')).rejects.toMatchObject({ exit: 2, code: 'usage' });
    expect(asked).toEqual([]);
  });

  it.each([
    [
      {
        detail: [
          { loc: ['body', 'a', 0], msg: 'Bad.' },
          { loc: ['body'], msg: 'Worse.' },
        ],
      },
      'a.0: Bad.; body: Worse.',
    ],
    [{ detail: [{ loc: 'a', msg: 'Bad.' }, { msg: 'Worse.' }] }, 'a: Bad.; Worse.'],
    [{ detail: { odd: 1 } }, 'The service responded with status 422.'],
    [{}, 'The service responded with status 422.'],
    [{ detail: 'Why.' }, 'Why.'],
  ])('that is refused with %j fails with "%s"', async (body, message) => {
    const { api } = opened(credentials, [new Response(JSON.stringify(body), { status: 422 })]);
    await expect(api('GET', '/a')).rejects.toMatchObject({ message });
  });

  it('to another address than that of the sign-in says for which one the credentials are', async () => {
    const { api } = opened({ otherBaseUrl: 'https://other.example' });
    await expect(api('GET', '/a')).rejects.toThrow('what login has stored is for https://other.example');
  });
});
