import { copyMedia } from '#functions/workers/media-copies/copy-media.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const url = 'https://media.example/1.png';

async function copied(answer: Error | { status?: number; body?: Uint8Array }) {
  const noted: unknown[] = [];
  const files: unknown[] = [];
  const deps = {
    now: () => 0,
    adMedia: {
      ofPage: async () => ({ toCopy: (urls: string[]) => urls }),
      note: async (_: string, outcomes: unknown[]) => {
        noted.push(...outcomes);
        return { toCopy: () => [] };
      },
    },
    files: { put: async (...args: unknown[]) => void files.push(args) },
    web: {
      async fetch() {
        if (answer instanceof Error) throw answer;
        return { status: 200, body: png, ...answer };
      },
    },
  };
  await copyMedia({ handle: 'fjord', urls: [url] } as never, deps as never);
  return { noted, files };
}

describe('the copy of a media file', () => {
  it.each<[number, string]>([
    [200, 'file'],
    ...[201, 301, 404, 407, 409, 428, 430, 499].map((status) => [status, 'for_good'] as [number, string]),
    ...[408, 429, 500, 503].map((status) => [status, 'for_now'] as [number, string]),
  ])('that is answered with %s: %s', async (status, expected) => {
    const { noted, files } = await copied({ status });
    const file = expect.stringMatching(/^[0-9a-f]{64}\.png$/);
    expect(noted).toEqual([expected === 'file' ? { url, file } : { url, failure: expected }]);
    expect(files.length).toBe(expected === 'file' ? 1 : 0);
  });

  it.each<[Error, string]>([
    [new AddressRefused(), 'for_good'],
    ...(['no_answer', 'timeout'] as const).map((reason) => [new SiteUnreachable(reason), 'for_now'] as [Error, string]),
    ...(['no_such_host', 'too_large', 'too_many_redirects', 'broken'] as const).map(
      (reason) => [new SiteUnreachable(reason), 'for_good'] as [Error, string],
    ),
  ])('that fails with %s is given up %s', async (error, failure) => {
    expect((await copied(error)).noted).toEqual([{ url, failure }]);
  });

  it('is no file of an unknown kind, and has the type of its bytes', async () => {
    expect((await copied({ body: Buffer.from('<html>') })).noted).toEqual([{ url, failure: 'for_good' }]);
    const [[, body, options] = []] = (await copied({})).files as unknown[][];
    expect([body, options]).toEqual([png, { contentType: 'image/png' }]);
  });

  it('fails with another error', async () => {
    await expect(copied(new Error('no store'))).rejects.toThrow('no store');
  });
});
