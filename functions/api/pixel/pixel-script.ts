import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { sha256 } from '#shared/values/ids.ts';
import pixel from './p.json' with { type: 'json' };

const etag = `"${sha256(pixel.script).slice(0, 20)}"`;

export const pixelScript = defineEndpoint({
  id: 'pixelScript',
  method: 'GET',
  path: '/pixel/p.js',
  auth: 'none',
  cors: 'any_origin',
  summary: 'Load the browser pixel',
  description:
    'Load it on every landing page with an `async` script element whose `src` is this address and whose `data-key` is ' +
    'your public key (`pk_…`). It keeps the click ID in the cookie `svc_sid` and reports page views.',
  responses: {
    200: raw('text/javascript; charset=utf-8', 'The script.'),
    304: raw('text/javascript; charset=utf-8', 'The script that the browser has is still the one.'),
  },
  answers: {
    200: 'The script.',
    304: 'The cached script is still current.',
  },
  example: { responses: { 200: '(()=>{ … })();', 304: '' } },

  async handle({ header }) {
    const headers = {
      etag,
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      // A shared cache must not give the response to a request without an origin to a page of another site.
      vary: 'Origin',
      // Pages with COEP load only responses with this header.
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (header('if-none-match')?.includes(etag)) return reply(304, '', headers);
    return reply(200, pixel.script, headers);
  },
});
