import { createHash } from 'node:crypto';
import { adMediaIn } from '#shared/ads/store/ad-media.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';
import { analysisOf } from '#test/api/competitors/scene.ts';
import type { TestApp, World } from '#test/kit/harness.ts';

export const png = (number: number) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.from(`picture ${number}`)]);
export const fileOf = (content: Uint8Array, extension = 'png') => `${createHash('sha256').update(content).digest('hex')}.${extension}`;
export const urlOf = (number: number, query = '') => `https://media.example/${number}.png${query}`;

export type Kept = Uint8Array | number | Error;

export function mediaWeb(files: Map<string, Kept>) {
  const asked: string[] = [];
  const web: Web = {
    check: async () => {},
    async fetch({ url }) {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const kept = files.get(pathname) ?? 404;
      if (kept instanceof Error) throw kept;
      const isFile = typeof kept !== 'number';
      const body = new Uint8Array(isFile ? kept : Buffer.from('<html>no</html>'));
      return { url, status: isFile ? 200 : kept, contentType: 'text/html', charset: '', body };
    },
  };
  return { web, asked };
}
export const timeout = () => new SiteUnreachable('timeout');

export function order(app: TestApp, urls: readonly string[], handle = 'northwind') {
  app.world.messages.push({ queue: 'media', message: { handle, urls: [...urls] }, delaySeconds: 0 });
}

export const copiesOf = (world: World, handle = 'northwind') => storeOf(world).ofPage(handle);
export const storeOf = (world: World) => adMediaIn(analysisOf(world), { now: () => world.clock.now });
