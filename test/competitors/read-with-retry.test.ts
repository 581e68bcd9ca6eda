import { setTimeout as pause } from 'node:timers/promises';
import { readWithRetry } from '#shared/competitors/read-with-retry.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

function webOf(hosts: readonly string[], reason: SiteUnreachable['reason']) {
  const asked: string[] = [];
  const web: Web = {
    check: async () => {},
    async fetch({ url }) {
      const { hostname } = new URL(url);
      asked.push(hostname);
      if (!hosts.includes(hostname)) throw new SiteUnreachable(reason);
      const body = new Uint8Array(Buffer.from('<title>Fjord</title><p>Shoes for wet trails, made in Bergen.'));
      return { url, status: 200, contentType: 'text/html', charset: '', body };
    },
  };
  return { web, asked };
}

describe('a website that answers under www alone', () => {
  it.each(['no_such_host', 'broken'] as const)('a website whose bare domain is %s is read at www', async (reason) => {
    const { web } = webOf(['www.fjord.example'], reason);
    expect(await readWithRetry(web, 'https://fjord.example/shop?a=1', 5)).toMatchObject({
      url: 'https://www.fjord.example/shop?a=1',
      domain: 'fjord.example',
      title: 'Fjord',
    });
  });

  it('www is the only other name that is tried, once', async () => {
    for (const host of ['shop.fjord.example', 'www.fjord.example']) {
      const { web, asked } = webOf([], 'no_such_host');
      await expect(readWithRetry(web, `https://${host}/`, 5)).rejects.toThrow(SiteUnreachable);
      expect(asked).toEqual([host]);
    }
    const { web, asked } = webOf([], 'no_such_host');
    await expect(readWithRetry(web, 'https://fjord.example/', 5)).rejects.toThrow(SiteUnreachable);
    expect(asked).toEqual(['fjord.example', 'www.fjord.example']);
  });
});

describe('a website that never answers', () => {
  it('a website that never answers is abandoned within the time for all attempts', async () => {
    const looks: number[] = [];
    const web: Web = {
      check: async () => {},
      async fetch({ timeoutSeconds = 10 }) {
        looks.push(timeoutSeconds);
        await pause(timeoutSeconds * 1000);
        throw new SiteUnreachable('timeout');
      },
    };
    const startedAt = performance.now();
    await expect(readWithRetry(web, 'https://fjord.example/', 0.5)).rejects.toThrow('timeout');
    expect(performance.now() - startedAt).toBeLessThan(2000 * busyness());
    expect(looks[0]).toBeLessThanOrEqual(0.4);
    expect(looks.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(0.51);
  });

  it('a hanging home page after an old address is abandoned within the same time', async () => {
    const web: Web = {
      check: async () => {},
      async fetch({ url, timeoutSeconds = 10 }) {
        const answer = { url, contentType: 'text/html', charset: '', body: new Uint8Array() };
        if (url.endsWith('/old')) return { ...answer, status: 404 };
        await pause(timeoutSeconds * 1000);
        throw new SiteUnreachable('timeout');
      },
    };
    const startedAt = performance.now();
    await expect(readWithRetry(web, 'https://fjord.example/old', 0.5)).rejects.toThrow('timeout');
    expect(performance.now() - startedAt).toBeLessThan(2000 * busyness());
  });
});
