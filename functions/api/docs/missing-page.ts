import { html, htmlPage, trusted } from '#shared/values/html.ts';
import { style as common, topLine } from './page-style.ts';

const style = `${common}
body { padding: 24px; }
main { max-width: 560px; padding: 0; }
small { color: var(--muted); }
`;

const rootFrom = (path: string) => `./${'../'.repeat(Math.max(0, path.split('/').length - 2))}`;

export const missingPage = (path: string, requestId: string) => ({
  statusCode: 404,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src data:; base-uri 'none'; frame-ancestors 'none'",
  },
  body: htmlPage({
    title: 'Not found · adtrail',
    head: html`<link rel="stylesheet" href="${rootFrom(path)}docs/assets/font.css">
<style>${trusted(style)}</style>`,
    body: html`<main>
${topLine(rootFrom(path))}
<h1>This page does not exist</h1>
<p>The address may be mistyped, or the page was moved.</p>
<p><small>Request ID ${requestId}</small></p>
</main>`,
  }).html,
});
