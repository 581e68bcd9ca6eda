import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { consolePolicy } from '#lib/cloud/console-policy.ts';
import { consoleFolder } from '#lib/tools/console-build.ts';
import { securityHeaders } from '#shared/http/headers.ts';
import { compressedFiles } from './compress.ts';
import type { GatewayAnswer, GatewayRequest } from './gateway.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Any local program can read these links, so they contain no secret. */
export type LocalLinks = { inbox: string; shop: string; vendors: string; demo: string };

export function withConsole(
  handle: (request: GatewayRequest) => Promise<GatewayAnswer>,
  { files, links }: { files: string; links: LocalLinks | null },
  folder = consoleFolder,
): (request: GatewayRequest) => Promise<GatewayAnswer> {
  const headers = { ...securityHeaders, 'content-security-policy': consolePolicy(files, files) };
  const answer = (status: number, body: Buffer | string, more: Record<string, string>): GatewayAnswer => ({
    status,
    headers: {
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': randomUUID(),
      ...more,
    },
    body,
  });
  const filesOf = compressedFiles();
  const page = (matched: string | undefined) => {
    const file = join(folder, 'index.html');
    if (!existsSync(file))
      return answer(503, 'The console is not built. Run `npm run console`.\n', {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      });
    const meta = links && `<meta name="adtrail-local" content="${encodeURIComponent(JSON.stringify(links))}">`;
    const html = readFileSync(file, 'utf8').replace('</head>', `${meta ?? ''}</head>`);
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const cached = { 'cache-control': 'no-cache', etag };
    if (matched?.includes(etag)) return answer(304, '', cached);
    return answer(200, html, { 'content-type': 'text/html; charset=utf-8', ...cached });
  };
  const fileAt = async ({ path, headers: sent }: GatewayRequest): Promise<GatewayAnswer> => {
    const header = (name: string) => sent.find(([sentName]) => sentName.toLowerCase() === name)?.[1];
    if (!path.startsWith('/console/assets/')) return page(header('if-none-match'));
    const [, name] = /^\/console\/assets\/([\w.-]+)$/.exec(path) ?? [];
    const file = name && join(folder, 'assets', name);
    const type = types[extname(path)];
    if (!file || !type || !existsSync(file))
      return answer(404, JSON.stringify({ detail: 'Not found.', code: 'not_found' }), {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
    const content = readFileSync(file);
    const isText = type !== types['.woff2'];
    const encoded = isText ? await filesOf(name, content, header('accept-encoding')) : null;
    return answer(200, encoded?.body ?? content, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      ...(isText && { vary: 'Accept-Encoding' }),
      ...(encoded && { 'content-encoding': encoded.coding }),
    });
  };
  return (request) => {
    const { path, method } = request;
    const isOurs = path === '/console' || path.startsWith('/console/');
    return isOurs && (method === 'GET' || method === 'HEAD') ? fileAt(request) : handle(request);
  };
}
