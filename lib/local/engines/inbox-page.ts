import { createHash } from 'node:crypto';
import { fontStyle } from '#functions/api/docs/assets.ts';
import { style as baseStyle, topLine } from '#functions/api/docs/page-style.ts';
import { html, htmlPage, trusted } from '#shared/values/html.ts';
import { inboxScript } from './inbox-script.ts';

const style = `${baseStyle}
header, main { max-width: 78rem; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding-top: 1rem; padding-bottom: 1rem; }
.top { width: 100%; margin: 0; }
h1 { margin: 0; font-size: 1.5rem; flex: 1; }
h2 { margin: 0 0 .25rem; font-size: 1.25rem; overflow-wrap: anywhere; }
button, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .75rem; min-height: 2.25rem; }
button { cursor: pointer; font-size: .9375rem; }
button:hover { border-color: var(--accent); }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
input { width: 15rem; max-width: 100%; }
.panes { display: grid; grid-template-columns: minmax(16rem, 24rem) minmax(0, 1fr); gap: 1rem; align-items: start; }
.list { list-style: none; margin: 0; padding: 0; display: grid; gap: .4rem; }
.list button { display: block; width: 100%; text-align: left; padding: .6rem .8rem; overflow-wrap: anywhere; }
.list button[aria-current=true] { border-color: var(--accent); box-shadow: inset 3px 0 var(--accent); }
.list b, .list small { display: block; }
.list small, .facts { color: var(--muted); font-size: .875rem; }
.mail:focus { outline: none; }
.mail { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; min-width: 0; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0; align-items: center; }
.code { font: 600 1.25rem var(--mono); letter-spacing: .1em; }
.mail iframe { width: 100%; height: 68vh; min-height: 22rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
.mail pre { white-space: pre-wrap; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--muted); }
.problem { background: var(--card); border: 1px solid var(--bad); border-radius: 8px; padding: .6rem .8rem; }
.back { display: none; }
@media (max-width: 48rem) {
  .panes { grid-template-columns: 1fr; }
  .is-open .list-pane { display: none; }
  .panes:not(.is-open) .mail { display: none; }
  .back { display: inline-block; }
  input { width: 100%; }
}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A mail has styles and pictures, and runs nothing, so its frame has the policy of the page. */
export const inboxPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(inboxScript)}`,
  "style-src 'unsafe-inline'",
  'font-src data:',
  'img-src data: http: https:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `service` is the address of the service, whose pages the inbox leads to. */
export const inboxPage = async (service: string): Promise<string> =>
  htmlPage({
    title: 'Mail inbox · adtrail',
    head: html`<style>${trusted((await fontStyle()) + style)}</style>`,
    body: html`<header>
${topLine(`${service}/`)}
<h1>Mail inbox</h1>
<input id="search" type="search" aria-label="Search mails" placeholder="Subject, address or text">
<button id="clear" type="button">Delete all</button>
</header>
<main>
<p class="muted">Every mail that the service sends on this machine, newest first. Nothing leaves the machine.</p>
<p id="problem" class="problem" role="alert" hidden></p>
<p id="count" class="muted" role="status">Loading …</p>
<div id="panes" class="panes">
<nav class="list-pane" aria-label="Mails"><ul id="list" class="list"></ul></nav>
<section id="mail" class="mail" aria-label="The mail" tabindex="-1"></section>
</div>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>
</main>
<script>${trusted(inboxScript)}</script>`,
  }).html;
