import { html, htmlPage, trusted } from '#shared/values/html.ts';
import { mark, tokens } from '#shared/values/look.ts';

const style = `${tokens}
body { margin: 0; padding: 24px; font: 16px/1.5 var(--font); background: var(--page); color: var(--text); }
main { max-width: 560px; margin: 0 auto; }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 700; font-size: 18px; }
h1 { font-size: 24px; line-height: 1.3; }
a { color: var(--accent); }
small { color: var(--muted); }
`;

const linksFrom = (path: string) => {
  const root = `./${'../'.repeat(Math.max(0, path.split('/').length - 2))}`;
  return html`<a href="${root}console">Console</a> · <a href="${root}docs/guides">Guides</a> · <a href="${root}docs">API documentation</a>`;
};

export const missingPage = (path: string, requestId: string) => ({
  statusCode: 404,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  },
  body: htmlPage({
    title: 'Not found · adtrail',
    head: html`<style>${trusted(style)}</style>`,
    body: html`<main>
<p class="brand">${trusted(mark(26))} adtrail</p>
<h1>This page does not exist</h1>
<p>The address may be mistyped, or the page was moved.</p>
<p>${linksFrom(path)}</p>
<p><small>Request ID ${requestId}</small></p>
</main>`,
  }).html,
});
