import { createHash } from 'node:crypto';
import type { EngineStates } from '#functions/api/docs/check-health.ts';
import { service } from '#shared/values/service.ts';
import { type Html, html } from './demo-shop/html.ts';

type Shown = {
  api: string;
  shop: string;
  inbox: string;
  vendors: string;
  states: EngineStates;
  demo: { email: string; userId: number };
  demoFile: string;
};

/** Also of the guides. */
export const style = `:root { --page: #f6f5f1; --card: #fff; --text: #1d2327; --muted: #5d6870; --line: #dfddd5; --link: #1f3a5f; --good: #1b7a4b; --bad: #b3261e; --code: #f1f0ea; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14181b; --card: #1d2327; --text: #e8e6e0; --muted: #9ba5ac; --line: #343c42; --link: #9cc4f0; --good: #5fd19a; --bad: #ff8a7a; --code: #171c1f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
header, main { max-width: 56rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
main { padding-bottom: 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
p { margin: 0 0 .75rem; }
header p, .muted { color: var(--muted); }
a { color: var(--link); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.cards a { display: block; height: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1.1rem; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--link); }
.cards b { display: block; color: var(--link); }
.cards span { display: block; color: var(--muted); font-size: .9375rem; }
.cards small { display: block; color: var(--muted); font-size: .8125rem; margin-top: .3rem; overflow-wrap: anywhere; }
.states { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.ok { color: var(--good); }
.down { color: var(--bad); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 0 .75rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem ui-monospace, monospace; background: var(--code); border-radius: 4px; padding: .1rem .3rem; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .8rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** No script, no form, no other origin: a page has one style sheet, links and the icon of the documentation. */
export const policyWithStyle = (text: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
export const contentSecurityPolicy = policyWithStyle(style);

const names: Record<string, string> = {
  dynamodb: 'Database',
  sqs: 'Queues',
  s3: 'Object storage',
  mail: 'Mail',
  oidc: 'Identity provider',
  vendors: 'Mock servers',
};

const card = (href: string, title: string, text: string): Html =>
  html`<li><a href="${href}"><b>${title}</b><span>${text}</span><small>${href}</small></a></li>`;

/** The page at `/start`: what runs on this machine, and where to go from here. */
export const startPage = ({ api, shop, inbox, vendors, states, demo, demoFile }: Shown): Html => {
  const isUp = Object.values(states).every((state) => state === 'ok');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>adtrail on this machine</title>
<link rel="icon" type="image/svg+xml" href="docs/assets/favicon.svg">
<style>${{ html: style }}</style>
</head>
<body>
<header>
<h1>adtrail</h1>
<p>Version ${service.version} ${isUp ? 'is running' : 'is running with errors'} on this machine at <code>${api}</code>.</p>
</header>
<main>
<h2>Open</h2>
<ul class="cards">
${[
  card(`${api}/console`, 'Console', 'Reports, events, keys and competitors of the demo account.'),
  card(
    `${api}/console/operators`,
    "Operators' console",
    'Users, jobs, queues, backups and the audit of this machine.',
  ),
  shop && card(shop, 'Demo shop', 'From an ad click to a counted sale, in a minute.'),
  card(`${api}/docs/guides`, 'Guides', 'Quickstarts, payment webhooks, and why a sale is not attributed.'),
  card(`${api}/docs`, 'API documentation', 'Every endpoint, to read and to try.'),
  card(inbox, 'Mail inbox', 'Every mail that the service sends here.'),
  card(`${vendors}/requests`, 'Mock servers', 'What the service sent to its vendors, as JSON.'),
  card(`${api}/openapi.json`, 'OpenAPI document', 'For client generators and tools.'),
  card(`${api}/health`, 'Health', 'The state below as JSON, for monitors.'),
]}
</ul>
<h2>State</h2>
<ul class="states">
${Object.entries(states).map(([name, state]) => html`<li>${names[name] ?? name}: <span class="${state}">${state}</span></li>`)}
</ul>
<h2>Demo account</h2>
<dl>
<dt>E-mail</dt><dd>${demo.email}</dd>
<dt>User id</dt><dd>${demo.userId}</dd>
<dt>Password, keys, access token</dt><dd><code>${demoFile}</code>, and the terminal that started the service</dd>
</dl>
<h2>Send your first conversion</h2>
<p>The curl lines are in <code>README.md</code> under “Send a conversion”. They read the demo account from its file. In their first line, set the address of this service:</p>
<pre><code>API=${api}</code></pre>
<p class="muted">A front end on any <code>http://localhost</code> or <code>http://127.0.0.1</code> port may call this API from a browser. Ctrl-C in the terminal stops the service; the data stays.</p>
</main>
</body>
</html>
`;
};
