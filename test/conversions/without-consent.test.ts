import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { run } from '#test/webhooks/scene.ts';

const kinds = ['session', 'alias', 'conversion', 'log', 'user_click', 'user_of_click', 'event_of_click', 'event_of_user'];

/** Random IDs, hashes and numbers of accounts differ in each run. */
const masked = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/(s|v|key|a|d|r)_[0-9A-Za-z]{22}/g, '$1_<id>')
    .replace(/pk_live_\w+/g, 'pk_live_<id>')
    .replace(/(?<=#)\d+(?=#(live|test))/g, '<account>')
    .replace(/"accountId":\d+/g, '"accountId":<account>')
    .replace(/(?<=["#])[0-9A-Za-z_-]{16,}(?=["#])/g, (part) => `<${part.length} characters>`);

/** The expected text was written by the version before consent existed. */
it('events and clicks without consent are stored and answered, byte for byte, as before there was consent', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const answers: unknown[] = [];
  const said = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    answers.push({ status, body });
    return body;
  };
  const url = 'https://shop.example/shoes?svc_campaign=spring&svc_ad_id=ad_1&gclid=G-1';
  const sids: string[] = [];
  for (const consent of [undefined, true, false]) {
    const body = { key: owner.pixelKey, url, ...(consent !== undefined && { consent }) };
    sids.push(((await said(app.pixel.createSession({ body }))) as { sid: string }).sid);
  }
  const [sid = ''] = sids;
  await said(app.pixel.identify({ body: { key: owner.pixelKey, sid, external_user_id: 'ada' } }));
  const event = {
    event_type: 'order_created',
    event_id: 'e1',
    svc_click_id: sid,
    value: 9.5,
    currency: 'EUR',
    properties: { note: 'shoes' },
  };
  await said(app.conversions.sendConversion({ body: event, headers: owner.key }));
  await said(app.conversions.sendConversion({ body: event, headers: owner.key }));
  const items = [
    { id: 'e2', type: 'order_created', data: { value: 3, svc_click_id: 'gclid:G-1' }, external_user_id: 'bob' },
    { event_id: 'e3', event_type: 'order_created', external_user_id: 'ada' },
    { event_id: 'e4', event_type: 'Order' },
  ];
  await said(app.conversions.sendConversion({ body: { events: items }, headers: owner.key }));
  await run(app);
  const { headers } = owner;
  for (const event_id of ['e1', 'e2', 'e3']) {
    const { status, body } = await app.events.readConversion({ params: { event_id }, query: {}, headers });
    const { click = {}, ...receipt } = body as { click?: { consent?: unknown } };
    const { consent, ...facts } = click;
    expect(consent).toEqual({ ad_user_data: 'unknown', ad_personalization: 'unknown' });
    answers.push({ status, body: { ...receipt, click: facts } });
  }
  await said(app.events.listEvents({ query: {}, headers }));
  const stored = (await allItems(app.world, 'attribution')).filter(({ kind }) => kinds.includes(String(kind)));
  const lines = [...answers.map(masked), '', ...stored.map(masked).sort()];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./expected/without-consent.txt');
});
