import { createHash } from 'node:crypto';
import { html, trusted } from '#shared/values/html.ts';
import { mark, tokens } from '#shared/values/look.ts';

export const style = `${tokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 var(--font); }
table { font-variant-numeric: tabular-nums; }
.brand { display: inline-flex; align-items: center; gap: .5rem; font-weight: 700; font-size: 1.125rem; color: inherit; text-decoration: none; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; margin: 0 0 .75rem; }
.top a { min-height: 1.5rem; }
header, main { max-width: 56rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
main { padding-bottom: 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
p { margin: 0 0 .75rem; }
header p, .muted { color: var(--muted); }
a { color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.cards a { display: block; height: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1.1rem; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards b { display: block; color: var(--accent); }
.cards span { display: block; color: var(--muted); font-size: .9375rem; }
.cards small { display: block; color: var(--muted); font-size: .8125rem; margin-top: .3rem; overflow-wrap: anywhere; }
.states { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.ok { color: var(--good); }
.down { color: var(--bad); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 0 .75rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem var(--mono); background: var(--code); border-radius: 4px; padding: .1rem .3rem; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .8rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

export const brand = (href: string) => html`<a class="brand" href="${href}">${trusted(mark(26))} adtrail</a>`;

/** The line above pages that are not of the console. `root` leads to the service, and ends with a slash. */
export const topLine = (root: string) =>
  html`<p class="top">${brand(`${root}console`)} <span><a href="${root}console">Console</a> · <a href="${root}docs/guides">Guides</a> · <a href="${root}docs">API documentation</a></span></p>`;

export const policyWithStyle = (text: string, { form = 'none' }: { form?: 'none' | 'self' } = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    "img-src 'self'",
    'font-src data:',
    "base-uri 'none'",
    `form-action '${form}'`,
    "frame-ancestors 'none'",
  ].join('; ');
