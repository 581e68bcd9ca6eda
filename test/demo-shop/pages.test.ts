import { newOrder, type Order, type Row } from '#lib/local/demo-shop/back-end.ts';
import { adPage, attributedPage, landingPage, orderPage, reportPart, sorryPage } from '#lib/local/demo-shop/pages.ts';

const textOf = ({ html }: { html: string }) => html.replace(/\s+/g, ' ');
const api = 'https://api.example';
const ordered = (answer?: Order['answer']): Order => ({ ...newOrder('s_1'), ...(answer && { answer }) });
const matched = { matched: true, campaign: 'spring', ad_id: 'ad_42' };
const row = (campaign: string, count: number, value: string, currency = 'USD'): Row => ({
  campaign,
  ad_group: 'shoes',
  ad_id: 'ad_42',
  event_type: 'order_created',
  count,
  value,
  currency,
});

it('the page of an order shows what was sent, what was answered and which ad earned it', () => {
  const order = ordered({ status: 200, body: matched });
  const page = textOf(orderPage(order, api));
  expect(page).toContain(`POST ${api}/api/v1/pixel/server-events`);
  expect(page).toContain('adtrail answered 200');
  expect(page).toContain('Earned by ad <b>ad_42</b> of campaign <b>spring</b>.');
  expect(page).toContain(`href="/attributed?order=${order.number}"`);
  const bare = textOf(orderPage(ordered({ status: 200, body: { ...matched, ad_id: '' } }), api));
  expect(bare).toContain('Earned by ad <b>(none)</b>');
});

it('the page of an order says why no ad earned it, or that nothing was sent or answered', () => {
  const unmatched = { status: 202, body: { matched: false, reason: 'no_ad_click' } };
  expect(textOf(orderPage(ordered(unmatched), api))).toContain('No ad earned this one: <b>no_ad_click</b>');
  const refused = textOf(orderPage(ordered({ status: 401, body: {} }), api));
  expect(refused).toContain('No ad earned this one: <b>401</b>');
  const silent = textOf(orderPage(ordered(), api));
  expect(silent).toContain('adtrail answered nothing');
  expect(silent).not.toMatch(/Earned by|No ad earned/);
  const clickless = textOf(orderPage(newOrder(undefined), api));
  expect(clickless).toContain('This browser has no click ID');
  expect(clickless).not.toContain('server-events');
});

it('the report has a row for each ad, and one total for each currency', () => {
  const report = textOf(reportPart([row('a', 1, '89.00'), row('b', 2, '10.50', 'EUR'), row('c', 3, '1.25')]));
  expect(report).toContain('<span class="total">$90.25 + €10.50</span> earned by ads, 6 conversions');
  expect(report).toMatch(/<td>b<\/td><td>shoes<\/td><td>ad_42<\/td>.*<td class="number">2<\/td>.*€10\.50/);
  expect(textOf(reportPart([row('a', 1, '89.00')]))).toContain('1 conversion</p>');
  expect(textOf(reportPart([]))).toContain('Nothing counted yet.');
});

it('the last page offers to send an order again, and then shows that it counted once', () => {
  const order = ordered({ status: 200, body: { duplicate: true } });
  const first = textOf(attributedPage([], order, false));
  expect(first).toContain(`name="order" value="${order.number}"`);
  expect(first).toContain('Why it is safe to send twice');
  expect(first).not.toContain('Sent again');
  const again = textOf(attributedPage([], order, true));
  expect(again).toContain('Sent again: adtrail answered <b>duplicate: true</b>');
  expect(again).toContain('The same event, a second time');
  expect(textOf(attributedPage([], newOrder(undefined), true))).not.toMatch(/name="order"|Sent again/);
});

it('every page marks its step, and the landing page has the pixel of the shop', () => {
  const pages = [adPage('/docs'), landingPage({ api, publicKey: 'pk_1' }), orderPage(ordered(), api)];
  const steps = ['The ad', 'Landing page', 'Order', 'Attributed'];
  for (const [at, page] of [...pages, attributedPage([], undefined, false)].entries())
    expect(textOf(page)).toContain(`<li aria-current="step">${steps[at]}</li>`);
  expect(textOf(adPage('/docs'))).toMatch(/svc_campaign=spring_sale.*href="\/docs"/);
  expect(textOf(landingPage({ api, publicKey: 'pk_1' }))).toContain(`<script src="${api}/pixel/p.js" data-key="pk_1" async></script>`);
  expect(textOf(sorryPage('No such order.'))).toContain('<h1>No such order.</h1>');
});
