import { readPatiently } from '#shared/competitors/read-patiently.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';

/** A web in which only these hosts answer; the others fail so. */
function webOf(hosts: readonly string[], reason: SiteUnreachable['reason']) {
  const asked: string[] = [];
  const web: Web = {
    check: async () => {},
    async fetch({ url }) {
      const { hostname } = new URL(url);
      asked.push(hostname);
      if (!hosts.includes(hostname)) throw new SiteUnreachable(reason);
      const body = new Uint8Array(
        Buffer.from('<title>Fjord</title><p>Shoes for wet trails, made in Bergen.'),
      );
      return { url, status: 200, contentType: 'text/html', charset: '', body };
    },
  };
  return { web, asked };
}

describe('a website that answers under www alone', () => {
  it.each(['no_such_host', 'broken'] as const)('is read there when its bare domain is %s', async (reason) => {
    const { web } = webOf(['www.fjord.example'], reason);
    expect(await readPatiently(web, 'https://fjord.example/shop?a=1', 5)).toMatchObject({
      url: 'https://www.fjord.example/shop?a=1',
      domain: 'fjord.example',
      title: 'Fjord',
    });
  });

  it('is looked for under no other name of the company, and once', async () => {
    for (const host of ['shop.fjord.example', 'www.fjord.example']) {
      const { web, asked } = webOf([], 'no_such_host');
      await expect(readPatiently(web, `https://${host}/`, 5)).rejects.toThrow(SiteUnreachable);
      expect(asked).toEqual([host]);
    }
    const { web, asked } = webOf([], 'no_such_host');
    await expect(readPatiently(web, 'https://fjord.example/', 5)).rejects.toThrow(SiteUnreachable);
    expect(asked).toEqual(['fjord.example', 'www.fjord.example']);
  });
});
