import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pixelFile, pixelFileText } from '#lib/tools/pixel-script.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';

describe('p.js', () => {
  it('p.js is the result of its source in web/pixel', async () => {
    const current = readFileSync(pixelFile, 'utf8') === (await pixelFileText());
    expect(current || 'out of date: npm run pixel').toBe(true);
  });

  it('p.js has less than 5,000 bytes compressed, is cached for an hour, and is revalidated at no cost', async () => {
    const { pixel } = await startApp(await newWorld());
    const { status, body, headers } = await pixel.pixelScript({});
    expect(status).toBe(200);
    expect(gzipSync(body as string).length).toBeLessThan(5000);
    expect(body).not.toMatch(/\beval\b|new Function|innerHTML/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('public, max-age=3600'),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
    });
    const again = await pixel.pixelScript({ headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.body]).toEqual([304, '']);
  });
});
