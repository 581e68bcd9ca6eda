import { keyReader } from '#packages/cli/src/mcp/key-reader.ts';

function readerOf(answer: () => Promise<Response>) {
  const asked: [url: string, init: RequestInit | undefined][] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    asked.push([String(url), init]);
    return await answer();
  };
  const caller = { apiUrl: 'https://api.example', key: 'rk', zone: 'Europe/Lisbon', now: () => 7 };
  return { asked, reader: keyReader({ ...caller, fetch: fetch as typeof globalThis.fetch }) };
}
const answered = (status: number, body: object) => async () => Response.json(body, { status });

it('a read with a key asks at its path, with its query and its key', async () => {
  const { asked, reader } = readerOf(answered(200, { n: 1 }));
  expect(await reader.get('/a/b', { x: '1 2', y: undefined, z: '&' })).toMatchObject({
    status: 200,
    body: { n: 1 },
    text: '{"n":1}',
    at: 7,
  });
  await reader.get('/c');
  expect(asked.map(([url]) => url)).toEqual(['https://api.example/a/b?x=1+2&z=%26', 'https://api.example/c']);
  expect(asked[0]?.[1]?.headers).toEqual({ authorization: 'Bearer rk', 'user-agent': 'adtrail-mcp' });
  expect([reader.zone, reader.now()]).toEqual(['Europe/Lisbon', 7]);
});

it('a refusal fails unless it is expected, without advice to sign in', async () => {
  const refused = { detail: 'No.', code: 'not_found', request_id: 'r1' };
  const { reader } = readerOf(answered(404, refused));
  expect(await reader.get('/a', {}, [404])).toMatchObject({ status: 404, body: refused });
  await expect(reader.get('/a', {}, [403])).rejects.toMatchObject({ code: 'not_found', requestId: 'r1' });
  await expect(readerOf(answered(401, { detail: 'No.' })).reader.get('/a')).rejects.toThrow(/^No\.$/);
  await expect(readerOf(answered(300, {})).reader.get('/a')).rejects.toThrow('status 300');
});

it.each(['', '<html>Sign in</html>', '[]'])('a page "%s" in place of an answer fails', async (page) => {
  const { reader } = readerOf(async () => new Response(page));
  await expect(reader.get('/a')).rejects.toMatchObject({ exit: 4, code: 'unexpected_response' });
});

it('an answer that does not come in time says so', async () => {
  const { reader } = readerOf(() => Promise.reject(new Error('aborted')));
  await expect(reader.get('/a')).rejects.toMatchObject({ exit: 4, code: 'no_response' });
});
