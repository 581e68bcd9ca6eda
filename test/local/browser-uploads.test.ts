// Slow: it starts processes.
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { withBrowser } from '#test/kit/browser.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

let facts: Facts;
beforeAll(async () => {
  const data = join(temporaryFolder(), 'data');
  facts = await spawnHost(['--port', '0', '--data', data, '--json']).ready();
});

const content = 'Day,Campaign,Currency code,Cost\n2025-11-01,Brand,USD,5\n';
const asOwner = async (path: string, body: object) => {
  const headers = {
    authorization: `Bearer ${facts.demo.access_token}`,
    'content-type': 'application/json',
  };
  const answer = await fetch(`${facts.api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, string>;
};
const newUpload = () => asOwner('/api/v1/uploads', { size_bytes: content.length });

it('a page of this machine sends a file to the address of an upload, and the file is imported', async () => {
  const { url = '', upload_id } = await newUpload();
  await withBrowser(async (page) => {
    await page.goto(`${facts.api}/console`);
    const status = await page.evaluate(
      async ([to, text]) => {
        const body = new Blob([text ?? ''], { type: 'text/csv' });
        return (await fetch(to ?? '', { method: 'PUT', body })).status;
      },
      [url, content],
    );
    expect(status).toBe(200);
    expect(await page.evaluate(async (to) => (await fetch(to)).status, url)).toBe(403);
  });
  const ordered = await asOwner('/api/v1/spend/imports', {
    network: 'google_ads',
    account: 'web',
    upload_id,
  });
  expect(ordered).toMatchObject({ status: 'pending' });
});

describe('the address of an upload', () => {
  const asked = (url: string, method: string, headers: Record<string, string>, body?: string) =>
    fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const preflight = (url: string, origin: string, method: string) =>
    asked(url, 'OPTIONS', { origin, 'access-control-request-method': method });

  it('permits PUT to pages of this machine, and nothing else', async () => {
    const { url = '' } = await newUpload();
    const put = await preflight(url, 'http://localhost:5173', 'PUT');
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:5173']);
    expect(put.headers.get('access-control-allow-methods')).toBe('PUT');
    for (const [origin, method] of [
      ['https://shop.example', 'PUT'],
      ['http://localhost:5173', 'GET'],
      ['http://localhost:5173', 'DELETE'],
    ] as const) {
      const { status, headers } = await preflight(url, origin, method);
      expect([origin, method, status, headers.get('access-control-allow-origin')]).toEqual([origin, method, 403, null]);
    }
    const other = url.replace('/exports/', '/backups/');
    expect((await preflight(other, 'http://localhost:5173', 'PUT')).status).toBe(403);
  });

  it('still needs the signature, and the size that was signed', async () => {
    const { url = '' } = await newUpload();
    const origin = facts.api;
    expect((await asked(url.replace(/Signature=\w/, 'Signature=0'), 'PUT', { origin }, content)).status).toBe(403);
    expect((await asked(url, 'PUT', { origin }, `${content}x`)).status).toBe(403);
    expect((await asked(url, 'PUT', { origin: 'https://shop.example' }, content)).status).toBe(403);
    expect((await asked(url, 'PUT', { origin }, content)).status).toBe(200);
  });
});
