import { endpoints } from '#functions/groups.ts';
import { customer } from '#test/api/billing/billing-scene.ts';
import { ask } from '#test/http/ask.ts';
import { newOperator } from '#test/http/callers.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken, 'x-dev-token': operatorToken };
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const actions = endpoints.filter(
  ({ auth, method }) => (auth === 'operator' || auth === 'devToken') && method !== 'GET',
);

const scenes: Record<string, () => Promise<object>> = {
  async reverseCredits() {
    const user_id = (await newUser(app)).id;
    const entry = { reason: 'Thanks', claim: `every_action#${user_id}`, actor: 'test' };
    const granted = await app.ledger.grant(user_id, { ...entry, type: 'ADJUSTMENT', amount: 5 });
    if (granted.outcome === 'refused') throw new Error('not granted');
    return { user_id, transaction_id: granted.transaction.id };
  },
  async pauseBillingSubscription() {
    const subscriber = await customer(app);
    subscriber.has();
    await subscriber.updated();
    return { email: subscriber.email };
  },
  async takeBillingEventAgain() {
    const id = 'evt_1RkQ2bKcTn';
    app.world.processor.events.set(id, { id, type: 'customer.updated' });
    return {};
  },
  async reactivateAccount() {
    const { id: user_id } = await newUser(app);
    await app.operators.invalidateAccount({ body: { user_id }, headers });
    return { user_id };
  },
  async transferLicence() {
    const license_key = 'LIC-every-action';
    await app.operators.setLicence({ body: { license_key, tier: 2 }, headers });
    return { license_key, email: (await newUser(app)).email };
  },
  updateDevUser: async () => ({ dev_user_id: await newOperator(app) }),
  async unlinkManagedClient() {
    const pair = { manager_user_id: (await newUser(app)).id, client_user_id: (await newUser(app)).id };
    await app.operators.linkManagedClient({ body: pair, headers });
    return pair;
  },
};

async function withUsers(example: object): Promise<object> {
  const fields = Object.keys(example).filter((name) => /(^|_)user_id$|^email$/.test(name));
  const users = await Promise.all(
    fields.map(async (name) => {
      const { id, email } = await newUser(app);
      return [name, name === 'email' ? email : id] as const;
    }),
  );
  return { ...example, ...('team_members' in example && { team_members: [] }), ...Object.fromEntries(users) };
}

async function entries() {
  const { body } = await app.operators.listAudit({ query: { limit: 100 }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
}

describe("the audit of operators' actions", () => {
  it.each(actions.map((endpoint) => [endpoint.id, endpoint] as const))(
    'the audit shows who did it, to whom and what: %s',
    async (id, endpoint) => {
      const given =
        endpoint.auth === 'devToken'
          ? {}
          : ((await scenes[id]?.()) ??
            (await withUsers({ ...endpoint.example.body, ...endpoint.example.query })));
      const known = new Set((await entries()).map((entry) => entry.id));
      app.world.clock.now += 1;
      const { query, body } = endpoint.example as { query?: object; body?: object };
      const { status, text } = await ask(app.send, endpoint, {
        credentials: { headers },
        ...(query && { query: given }),
        ...(endpoint.body && { raw: JSON.stringify({ ...body, ...(!query && given) }) }),
      });
      expect([status, status < 300 ? '' : text]).toEqual([status, '']);
      const made = (await entries()).filter((entry) => !known.has(entry.id));
      expect(made).toHaveLength(1);
      const [{ actor, action, user_id }] = made as [(typeof made)[number]];
      expect(actor).toEqual({ kind: 'operator_token', id: expect.stringMatching(/^[0-9a-f]{12}$/) });
      expect(action).toMatch(/^[a-z]+(_[a-z]+)+$/);
      if ('user_id' in given) expect(user_id).toBe(given.user_id);
      if ('email' in given) {
        const user = await app.users.byId(user_id ?? 0);
        expect(user?.email.endsWith(String(given.email))).toBe(true);
      }
    },
  );
});
