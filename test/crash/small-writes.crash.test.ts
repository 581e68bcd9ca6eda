// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const operator = { 'x-svc-dev-token': operatorToken };

async function withEndpoint(app: TestApp) {
  const user = await newUser(app);
  const { body } = await app.webhooks.createWebhookEndpoint({
    body: { url: 'https://shop.example.com/' },
    headers: user.headers,
  });
  return { ...user, endpoint: body as Extract<typeof body, { secret: string }> };
}

async function endpointsOf(app: TestApp, headers: Record<string, string>) {
  const { body } = await app.webhooks.listWebhookEndpoints({ headers });
  return body;
}

async function logged(app: TestApp, type: string) {
  await app.settle();
  return (await allItems(app.world, 'accounts')).filter((item) => item.type === type);
}

describe('a crash at any call, and a repeated request', () => {
  it('change the fields and the status of a webhook endpoint, and the activity log says it', async () => {
    await crashTest({
      prepare: withEndpoint,
      operation: (app, { headers, endpoint: { id } }) =>
        app.webhooks.changeWebhookEndpoint({
          params: { id },
          body: { description: 'Shop', status: 'disabled' },
          headers,
        }),
      async check(app, { headers }, answer) {
        expect(answer.status).toBe(200);
        expect(await endpointsOf(app, headers)).toMatchObject({
          endpoints: [{ description: 'Shop', status: 'disabled', disabled_reason: 'owner' }],
        });
        expect((await logged(app, 'webhook_endpoint_changed')).length).toBeGreaterThan(0);
      },
    });
  });

  it('rotate the secret of a webhook endpoint once under an Idempotency-Key', async () => {
    await crashTest({
      prepare: withEndpoint,
      operation: (app, { headers, endpoint: { id } }) =>
        app.webhooks.rotateWebhookSecret({
          params: { id },
          body: {},
          headers: { ...headers, 'idempotency-key': 'one' },
        }),
      async check(app, { headers, endpoint }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
        const { secret } = answer.body as { secret: string };
        expect(secret).not.toBe(endpoint.secret);
        const again = await app.webhooks.rotateWebhookSecret({
          params: { id: endpoint.id },
          body: {},
          headers: { ...headers, 'idempotency-key': 'one' },
        });
        expect(again.body).toMatchObject({ secret });
        expect(await logged(app, 'webhook_secret_rotated')).toHaveLength(1);
      },
    });
  });

  it('send a test event to a webhook endpoint', async () => {
    await crashTest({
      prepare: withEndpoint,
      operation: (app, { headers, endpoint: { id } }) => app.webhooks.testWebhookEndpoint({ params: { id }, body: {}, headers }),
      async check(app, _, answer) {
        expect(answer.status).toBe(202);
        await app.settle();
        await app.work('webhooks');
        expect(app.world.hooks.posts.length).toBeGreaterThan(0);
      },
    });
  });

  it('remove the settings that a stranger left', async () => {
    await crashTest({
      async prepare(app) {
        const user = await newUser(app, { recoveredEpoch: 1 });
        const { status } = await app.spend.setExchangeRates({
          body: { rates: [{ day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.1' }] },
          headers: user.headers,
        });
        expect(status).toBe(200);
        return user;
      },
      operation: (app, { headers }) =>
        app.privacy.removeRecoveredSettings({
          body: { fields: ['exchange_rates', 'reconciliation_rules', 'attribution_settings'] },
          headers,
        }),
      async check(app, { headers }, answer) {
        expect(answer.status).toBe(200);
        const { body } = await app.spend.listExchangeRates({ query: {}, headers });
        expect(body).toMatchObject({ rates: [] });
      },
    });
  });

  it('write what they do to dead letters into the audit of operators', async () => {
    await crashTest({
      prepare: (app) => newUser(app),
      operation: (app) =>
        app.operators.deleteDeadLetters({
          params: { queue: 'notices' },
          body: { reason: 'Obsolete' },
          headers: operator,
        }),
      async check(app, _, answer) {
        expect(answer.status).toBe(200);
        const { body } = await app.operators.listAudit({ query: {}, headers: operator });
        expect(body).toMatchObject({
          entries: expect.arrayContaining([expect.objectContaining({ action: 'delete_dead_letters' })]),
        });
      },
    });
  });
});
