import { newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import { customer, eventOf, prices, send } from './billing-scene.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld(), { env: prices });
});
const listed = async () => {
  const { status, body } = await app.operators.listReceivedWebhooks({ query: {}, headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.webhooks;
};
const again = (event_id: string) => app.billing.takeBillingEventAgain({ params: { event_id }, headers });

describe('received webhooks', () => {
  it('received webhooks are listed with their outcome, also repeated webhooks, newest first', async () => {
    const subscriber = await customer(app);
    subscriber.has();
    const event = eventOf('customer.subscription.updated', subscriber.subscription(), subscriber.at);
    await send(app, event);
    app.world.clock.now += 1000;
    await send(app, event);
    expect(
      (await listed()).map(({ event_id, outcome, duplicate, can_be_taken_again, user_id }) => [
        event_id,
        outcome,
        duplicate,
        can_be_taken_again,
        user_id,
      ]),
    ).toEqual([
      [event.id, 'applied', true, false, subscriber.id],
      [event.id, 'applied', false, false, subscriber.id],
    ]);
  });

  it('received webhooks are processed again once, after the price was corrected', async () => {
    const subscriber = await customer(app);
    subscriber.has();
    const poor = await startApp(app.world, { env: { BILLING_PRICE_CREDITS: '{}' } });
    const event = eventOf('invoice.payment_succeeded', subscriber.invoice(), subscriber.at);
    app.world.processor.events.set(event.id, event);
    await send(poor, event);
    expect((await listed())[0]).toMatchObject({ outcome: 'unknown_price', can_be_taken_again: true });
    expect(await again(event.id)).toMatchObject({
      status: 200,
      body: { event_id: event.id, outcome: 'granted', duplicate: false },
    });
    const balance = async () => {
      const { body } = await app.operators.listAccountCredits({
        query: { user_id: subscriber.id },
        headers,
      });
      return 'balance' in body ? body.balance : null;
    };
    expect(await balance()).toBe(100);
    const twins = await Promise.all([again(event.id), again(event.id)]);
    for (const { body } of twins) expect(body).toMatchObject({ outcome: 'granted', duplicate: true });
    expect(await balance()).toBe(100);
    expect((await listed()).every(({ can_be_taken_again }) => !can_be_taken_again)).toBe(true);
    const { body } = await app.operators.listAudit({
      query: { action: 'take_billing_event_again' },
      headers,
    });
    expect('entries' in body && body.entries).toHaveLength(3);
  });

  it('received webhooks that the processor does not know are 404, and 503 while it does not answer', async () => {
    expect((await again('evt_unknown')).status).toBe(404);
    app.world.processor.failing = 'no_answer';
    expect((await again('evt_unknown')).status).toBe(503);
    expect(await listed()).toEqual([]);
  });
});

it('taking an event again without a key of the payment processor is 503, as its webhook', async () => {
  const bare = await startApp(await newWorld(), { env: { SECRETS_JSON: secretsJson({ billing: {} }) } });
  const answer = await bare.billing.takeBillingEventAgain({ params: { event_id: 'evt_1' }, headers });
  expect(answer).toMatchObject({ status: 503, body: { code: 'not_configured' } });
});
