import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

it('a store that is down is 503 with Retry-After, for one event and for a batch, and the retry is accepted once', async () => {
  const world = await newWorld();
  let down = false;
  const app = await startApp(world, { isDown: () => down });
  const advertiser = await newAdvertiser(app);
  const event = { event_type: 'order_created', event_id: 'e1', svc_click_id: await advertiser.click() };
  const batch = {
    events: [
      { ...event, event_id: 'e2' },
      { ...event, event_id: 'e3' },
    ],
  };
  const send = (body: object) => app.conversions.sendConversion({ body: body as typeof event, headers: advertiser.key });
  expect((await send({ ...event, event_id: 'e0' })).status).toBe(200);

  down = true;
  for (const body of [event, batch]) {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  }

  down = false;
  expect(await send(event)).toMatchObject({ status: 200, body: { duplicate: false, matched: true } });
  expect(await send(batch)).toMatchObject({ status: 200, body: { summary: { matched: 2, duplicates: 0 } } });
  expect(await send(event)).toMatchObject({ status: 200, body: { duplicate: true } });
});
