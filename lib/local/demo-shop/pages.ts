import { type Html, html } from '#shared/values/html.ts';
import { type Order, price, type Row } from './back-end.ts';
import { backstage, code, page, shoe } from './layout.ts';

const adLink = '/landing?svc_campaign=spring_sale&svc_ad_group=running_shoes&svc_ad_id=ad_42';
const money = (value: string | number, currency = 'USD') => Number(value).toLocaleString('en-US', { style: 'currency', currency });
const json = (value: unknown) => JSON.stringify(value, null, 2);

export const adPage = (docs: string): Html =>
  page({
    title: 'The ad',
    step: 1,
    content: html`<h1>From an ad click to a counted sale</h1>
<p class="lead">A made-up shop on this machine, with adtrail behind it. Click the ad, buy the shoe, and see which ad earned the sale. It takes a minute.</p>
<a class="card ad" href="${adLink}">${shoe}
<span><small>Ad · northwind.example</small><h2>Light on your feet this spring</h2>
<p>The Trail Runner 2, now at ${money(price)}. Free returns.</p><b>Shop the spring sale →</b></span></a>
<ol class="steps">
<li><b>The ad's link</b> names the campaign, the ad group and the ad.</li>
<li><b>The landing page</b> runs the pixel: it makes a click ID, stores it in a cookie and reports it to adtrail.</li>
<li><b>The order</b> is reported by the shop's server, with the click ID and a secret key.</li>
<li><b>The response</b> says at once which ad earned it, and the report counts it once, however often it is sent.</li>
</ol>
<p><a href="${docs}">API documentation</a> · <a href="/attributed">What was attributed so far</a></p>`,
  });

export const landingPage = ({ api, publicKey }: { api: string; publicKey: string }): Html => {
  const tag = `<script src="${api}/pixel/p.js" data-key="${publicKey}" async></script>`;
  return page({
    title: 'Trail Runner 2',
    step: 2,
    head: html`<script src="${api}/pixel/p.js" data-key="${publicKey}" async></script>
<script src="/landing.js" defer></script>`,
    content: html`<div class="product">${shoe}
<div><h1>Trail Runner 2</h1><p class="lead">Cushioned, 240 grams, made for wet forest paths.</p>
<p class="price">${money(price)}</p>
<form method="post" action="/checkout"><button>Buy now</button></form></div></div>
${backstage(
  'The pixel has run',
  html`<dl id="pixel" aria-live="polite">
<dt>Click id</dt><dd data-of="sid">…</dd><dt>Visitor id</dt><dd data-of="vid">…</dd>
<dt>Campaign</dt><dd data-of="svc_campaign">…</dd><dt>Ad group</dt><dd data-of="svc_ad_group">…</dd><dt>Ad</dt><dd data-of="svc_ad_id">…</dd>
<dt>Cookie</dt><dd data-of="cookie">…</dd><dt>adtrail</dt><dd data-of="stored">…</dd></dl>
${code('Everything that the page needs:', tag)}`,
)}`,
  });
};

export const orderPage = (order: Order, api: string): Html => {
  const { number, conversion, answer } = order;
  const matched = answer?.body.matched === true;
  const calls = conversion
    ? html`${code(`The shop's server sent POST ${api}/api/v1/pixel/server-events`, json(conversion))}
${code(`adtrail answered ${answer?.status ?? 'nothing'}`, json(answer?.body ?? null))}`
    : html`<p>This browser has no click ID: it sent no <code>svc_sid</code> cookie, so there is nothing to report. <a href="/">Start with the ad.</a></p>`;
  return page({
    title: `Order ${number}`,
    step: 3,
    content: html`<h1>Thank you. Order ${number} is on its way.</h1>
<p class="lead">Trail Runner 2, ${money(price)}.</p>
${
  matched
    ? html`<p class="note">Earned by ad <b>${String(answer.body.ad_id || '(none)')}</b> of campaign <b>${String(answer.body.campaign)}</b>.</p>`
    : answer && html`<p class="note">No ad earned this one: <b>${String(answer.body.reason ?? answer.status)}</b>.</p>`
}
<div class="actions"><a class="button" href="/attributed?order=${number}">See what was attributed</a></div>
${backstage('The conversion, server to server', calls)}`,
  });
};

export const reportPart = (rows: readonly Row[]): Html => {
  const sums = new Map<string, number>();
  for (const { currency, value } of rows) sums.set(currency, (sums.get(currency) ?? 0) + Number(value));
  const totals = [...sums].map(([currency, sum]) => money(sum, currency)).join(' + ');
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  if (rows.length === 0) return html`<p class="lead">Nothing counted yet. Totals appear about a second after the responses.</p>`;
  return html`<p><span class="total">${totals}</span> earned by ads, ${count} ${count === 1 ? 'conversion' : 'conversions'}</p>
<table><thead><tr><th>Campaign</th><th>Ad group</th><th>Ad</th><th class="wide">Event</th><th class="number">Count</th><th class="number">Value</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><td>${row.campaign}</td><td>${row.ad_group}</td><td>${row.ad_id}</td><td class="wide">${row.event_type}</td><td class="number">${row.count}</td><td class="number">${money(row.value, row.currency)}</td></tr>`,
  )}</tbody></table>`;
};

export const attributedPage = (rows: readonly Row[], order: Order | undefined, again: boolean): Html =>
  page({
    title: 'Attributed',
    step: 4,
    head: html`<script src="/attributed.js" defer></script>`,
    content: html`<h1>What your ads earned</h1>
<div class="card" id="report" aria-live="polite">${reportPart(rows)}</div>
${
  again &&
  order?.answer?.body.duplicate === true &&
  html`<p class="note">Sent again: adtrail answered <b>duplicate: true</b>, and the total is what it was.</p>`
}
<div class="actions">${
      order?.conversion &&
      html`<form method="post" action="/again"><input type="hidden" name="order" value="${order.number}"><button class="second">Send the same order again</button></form>`
    }<a class="button" href="/">Once more from the ad</a></div>
${
  order?.conversion &&
  backstage(
    again ? 'The same event, a second time' : 'Why it is safe to send twice',
    again
      ? code(`adtrail answered ${order.answer?.status}`, json(order.answer?.body))
      : html`<p>A server cannot know whether an order arrived when the line breaks, so it sends it again. The <code>event_id</code> ${order.conversion.event_id} counts once, forever.</p>`,
  )
}`,
  });

export const sorryPage = (sentence: string): Html =>
  page({
    title: 'Sorry',
    step: 1,
    content: html`<h1>${sentence}</h1><p><a href="/">Start with the ad.</a></p>`,
  });
