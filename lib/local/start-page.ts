import type { EngineStates } from '#functions/api/docs/check-health.ts';
import { policyWithStyle, style, topLine } from '#functions/api/docs/page-style.ts';
import { type Html, html, htmlPage, trusted } from '#shared/values/html.ts';
import { service } from '#shared/values/service.ts';
import type { UserId } from '#shared/values/tenant.ts';

type Shown = {
  api: string;
  shop: string;
  inbox: string;
  vendors: string;
  states: EngineStates;
  demo: { email: string; userId: UserId };
  demoFile: string;
};

export const contentSecurityPolicy = policyWithStyle(style);

const names: Record<string, string> = {
  dynamodb: 'Database',
  sqs: 'Queues',
  s3: 'Object storage',
  disk: 'Disk',
  mail: 'Mail',
  oidc: 'Identity provider',
  vendors: 'Mock servers',
};

const card = (href: string, title: string, text: string): Html =>
  html`<li><a href="${href}"><b>${title}</b><span>${text}</span><small>${href}</small></a></li>`;

export const startPage = ({ api, shop, inbox, vendors, states, demo, demoFile }: Shown): Html => {
  const isUp = Object.values(states).every((state) => state === 'ok');
  return htmlPage({
    title: 'adtrail on this machine',
    head: html`<link rel="icon" type="image/svg+xml" href="docs/assets/favicon.svg">
<link rel="stylesheet" href="docs/assets/font.css">
<style>${trusted(style)}</style>`,
    body: html`<header>
${topLine('/')}
<h1>What runs here</h1>
<p>Version ${service.version} ${isUp ? 'is running' : 'is running with errors'} on this machine at <code>${api}</code>.</p>
</header>
<main>
<h2>Open</h2>
<ul class="cards">
${[
  card(`${api}/console`, 'Console', 'Reports, events, keys and competitors of the demo account.'),
  card(`${api}/console/operators`, "Operators' console", 'Users, jobs, queues, backups and the audit of this machine.'),
  shop && card(shop, 'Demo shop', 'From an ad click to a counted sale, in a minute.'),
  card(`${api}/docs/guides`, 'Guides', 'Quickstarts, payment webhooks, and why a sale is not attributed.'),
  card(`${api}/docs`, 'API documentation', 'Every endpoint, to read and to try.'),
  card(inbox, 'Mail inbox', 'Every mail that the service sends here.'),
  card(`${vendors}/`, 'Mock servers', 'What the service sent to its vendors, and how to make them fail.'),
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
<dt>User ID</dt><dd>${demo.userId}</dd>
<dt>Password, keys, access token</dt><dd><code>${demoFile}</code>, and the terminal that started the service</dd>
</dl>
<h2>Send your first conversion</h2>
<p>The curl lines are in <code>README.md</code> under “Send a conversion”. They read the demo account from its file. In their first line, set the address of this service:</p>
<pre><code>API=${api}</code></pre>
<p class="muted">A front end on any <code>http://localhost</code> or <code>http://127.0.0.1</code> port may call this API from a browser. Ctrl-C in the terminal stops the service; the data stays.</p>
</main>`,
  });
};
