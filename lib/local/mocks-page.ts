import { fontStyle } from '#functions/api/docs/assets.ts';
import { style as baseStyle, policyWithStyle, topLine } from '#functions/api/docs/page-style.ts';
import { type Html, html, htmlPage, trusted } from '#shared/values/html.ts';

/** `at` is ISO 8601 in UTC. */
type VendorRequest = { vendor: string; method: string; path: string; at: string };

const shownRequests = 30;
const style = `${baseStyle}
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--muted); font-weight: 500; }
td:not(:last-child), td.count { white-space: nowrap; }
.count { text-align: right; padding-right: 0; }
td { overflow-wrap: anywhere; }
`;

/** `service` is the address of the service, whose pages this page leads to. */
export async function mocksPage(
  { endpoint, service }: { endpoint: string; service: string },
  requests: readonly VendorRequest[],
  routes: readonly string[],
): Promise<{ page: string; policy: string }> {
  const styleWithFont = `${await fontStyle()}\n${style}`;
  const counts = new Map<string, number>();
  for (const { vendor } of requests) counts.set(vendor, (counts.get(vendor) ?? 0) + 1);
  const latest = requests.slice(-shownRequests).reverse();
  const { html: page } = htmlPage({
    title: 'Mock servers · adtrail',
    head: html`<style>${trusted(styleWithFont)}</style>`,
    body: html`<header>
${topLine(`${service}/`)}
<h1>Mock servers</h1>
<p>On this machine, these servers answer in place of the vendors that the service calls in the cloud. Nothing leaves the machine.</p>
</header>
<main>
<h2>Requests since the start</h2>
${
  counts.size === 0
    ? html`<p class="muted">The service has not called a vendor yet. Open the competitors in the console to see its requests here.</p>`
    : requestTables([...counts].sort(), latest)
}
<h2>Control them</h2>
<p>The next answer of a vendor can fail, be slow or break off:</p>
<pre><code>curl ${endpoint}/faults -d '{"vendor":"social","status":500,"times":2}'</code></pre>
<p>Every operation of this port:</p>
<ul>
${routes.map((route) => html`<li><code>${route}</code></li>`)}
</ul>
</main>`,
  });
  return { page, policy: policyWithStyle(styleWithFont) };
}

const requestTables = (counts: readonly [string, number][], latest: readonly VendorRequest[]): Html => html`
<ul class="cards">
${counts.map(
  ([vendor, count]) =>
    html`<li><a href="/requests?vendor=${vendor}"><b>${vendor}</b><span>${count} ${count === 1 ? 'request' : 'requests'}, as JSON</span></a></li>`,
)}
</ul>
<h2>The latest</h2>
<div class="wide"><table>
<thead><tr><th>Time</th><th>Vendor</th><th>Request</th></tr></thead>
<tbody>
${latest.map(
  ({ at, vendor, method, path }) =>
    html`<tr><td>${at.slice(11, 19)} UTC</td><td>${vendor}</td><td><code>${method} ${path}</code></td></tr>`,
)}
</tbody>
</table></div>`;
