import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { assetsVersion } from './assets.ts';
import { topLine } from './page-style.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageOf = (asset: (name: string) => string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adtrail API</title>
<meta name="description" content="The adtrail API: read it and try it.">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}">
<link rel="stylesheet" href="${asset('font.css')}">
<link rel="stylesheet" href="${asset('page.css')}">
</head>
<body>
<header>${topLine('').html}</header>
<div id="docs"></div>
<noscript>This page needs JavaScript. The same description as a file: <a href="openapi.json">openapi.json</a>, or <a href="openapi-customers.json">openapi-customers.json</a> without the operations of operators.</noscript>
<script src="${asset('scalar.js')}"></script>
<script src="${asset('page.js')}"></script>
</body>
</html>
`;

export const docsPage = defineEndpoint({
  id: 'docsPage',
  method: 'GET',
  path: '/docs',
  auth: 'none',
  summary: 'Show this documentation',
  description: 'Serves this documentation as a page to read and try.',
  responses: { 200: raw('text/html; charset=utf-8', 'The page.') },
  answers: {
    200: 'The documentation page.',
  },
  example: { responses: { 200: '<!doctype html>…' } },
  async handle() {
    const version = await assetsVersion();
    const page = pageOf((name) => `docs/assets/${name}?v=${version}`);
    return ok(page, { 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' });
  },
});
