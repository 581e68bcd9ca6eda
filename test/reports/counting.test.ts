import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

describe('the totals of accepted events', () => {
  const body = (changes: object) => ({
    event_type: 'order_created',
    event_id: 'e',
    svc_click_id: '',
    value: 1,
    ...changes,
  });

  it.each([
    ['an order of the live environment counts', 'live', 'order_created', 1],
    ['an order of the test environment does not', 'test', 'order_created', 0],
    ['an event type that is no conversion does not', 'live', 'items_added', 0],
  ] as const)('%s', async (_, environment, event_type, count) => {
    const app = await startApp(await newWorld());
    const advertiser = await newAdvertiser(app, environment);
    const svc_click_id = await advertiser.click();
    const answer = await app.conversions.sendConversion({
      body: body({ svc_click_id, event_type }),
      headers: advertiser.key,
    });
    expect(answer).toMatchObject({ status: 200, body: { matched: true } });
    await app.settle();
    const report = await app.reports.reportConversions({ query: {}, headers: advertiser.headers });
    expect(report).toMatchObject({
      status: 200,
      body: { rows: count ? [{ event_type, count, value: '1.00' }] : [] },
    });
  });
});
