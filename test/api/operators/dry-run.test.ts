import { endpoints } from '#functions/groups.ts';
import { countsItself } from '#shared/http/dry-run.ts';
import { takesDryRun } from '#shared/http/request-body.ts';
import { ask } from '#test/http/ask.ts';
import { newOperator } from '#test/http/callers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const writes = endpoints.filter(takesDryRun);
const headers = { 'x-svc-dev-token': operatorToken, 'x-dev-token': operatorToken };
const tables = ['accounts', 'attribution', 'analysis'] as const;

type Item = Awaited<ReturnType<typeof allItems>>[number];
type Would = {
  actions: { action: string; user_id: number | null; details: Record<string, unknown> }[];
  items: { table: string; kind: string; change: string; count: number }[];
  effects: { kind: string; name: string; count: number }[];
};
type Prepared = { params?: object; query?: object; body: object };

async function stateOf({ world }: TestApp) {
  const items = new Map<string, { table: string; item: Item }>();
  for (const table of tables) for (const item of await allItems(world, table)) items.set(`${table} ${item.pk} ${item.sk}`, { table, item });
  return structuredClone({
    items,
    sent: [world.messages, world.mails, world.texts, world.notices, [...world.deadLetters]],
    subscriptions: [...world.processor.subscriptions],
  });
}
type State = Awaited<ReturnType<typeof stateOf>>;

function changesOf(before: State, after: State) {
  const places = new Set([...before.items.keys(), ...after.items.keys()]);
  const changes = [...places].flatMap((place) => {
    const [old, young] = [before.items.get(place), after.items.get(place)];
    if (JSON.stringify(old) === JSON.stringify(young)) return [];
    const change = !old ? 'create' : young ? 'update' : 'remove';
    const { table, item } = (young ?? old) as { table: string; item: Item };
    return [{ table, kind: String(item.kind ?? 'item'), change, item }];
  });
  const entries = changes.filter(({ kind }) => kind === 'audit').map(({ item }) => item);
  const actions = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const groupsOf = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'audit'),
    ({ table, kind, change }) => JSON.stringify({ table, kind, change }),
  );
  return {
    actions: actions.map(({ action, userId, details }) => ({ action, user_id: userId, details })),
    items: [...groupsOf].map(([name, group]) => ({ ...JSON.parse(name), count: group.length })),
  };
}

const sorted = <T>(list: readonly T[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const withoutIds = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, held) =>
      ['task_id', 'operator_id', 'id', 'created_at', 'key'].includes(name) ? `[${name}]` : held,
    ).replace(/tx_(\d+)_\w+/g, 'tx_$1'),
  ) as unknown;

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const scenes: Record<string, (of: TestApp) => Promise<Prepared>> = {
  grantCredits: async (of) => ({ body: { user_id: (await newUser(of)).id, amount: 7, reason: 'Thanks' } }),
  async reverseCredits(of) {
    const { id } = await newUser(of);
    const granted = await of.operators.grantCredits({
      body: { user_id: id, amount: 7, reason: 'Thanks' },
      headers,
    });
    if (granted.status !== 200) throw new Error(String(granted.status));
    return { body: { user_id: id, transaction_id: granted.body.transaction.id, reason: 'By mistake' } };
  },
  changeUserPassword: async (of) => ({
    body: { user_id: (await newUser(of)).id, new_password: 'correct horse battery staple' },
  }),
  invalidateAccount: async (of) => ({ body: { email: (await newUser(of)).email, reason: 'Fraud' } }),
  async reactivateAccount(of) {
    const { id: user_id } = await newAdvertiser(of);
    await of.operators.invalidateAccount({ body: { user_id }, headers });
    return { body: { user_id, reason: 'By mistake' } };
  },
  async pauseBillingSubscription(of) {
    const { id } = await newUser(of);
    await subscribed(of, id);
    return { body: { user_id: id } };
  },
  backupDatabase: async () => ({ body: {} }),
  pruneOldRows: async () => ({ body: {} }),
  recount: async (of) => ({
    body: { user_id: (await newUser(of)).id, from: '2026-11-01', to: '2026-11-02' },
  }),
  toggleAssistantAds: async (of) => ({
    body: { user_id: (await newUser(of)).id, enabled: true, account_id: 'act_4711' },
  }),
  async runAssistantReports(of) {
    const { id } = await newUser(of);
    await of.operators.toggleAssistantAds({
      body: { user_id: id, enabled: true, account_id: 'a' },
      headers,
    });
    return { body: {} };
  },
  setWaitlist: async (of) => ({
    body: { user_id: (await newUser(of)).id, on_waitlist: true, reason: 'Reviewed' },
  }),
  setIngestLimits: async (of) => ({
    body: { user_id: (await newUser(of)).id, events_per_second: 500, burst: null },
  }),
  async revokeKeys(of) {
    const { id } = await newAdvertiser(of);
    return { body: { user_id: id, reason: 'Found in public' } };
  },
  async removeMfa(of) {
    const { id } = await newUser(of);
    await of.users.change(id, { mfa: { secret: 'sealed', recovery: [], lastStep: 0 } as never });
    return { body: { user_id: id, reason: 'Phone lost' } };
  },
  async setLicence(of) {
    const [holder, member] = [await newUser(of), await newUser(of)];
    return {
      body: {
        license_key: 'LIC-1',
        tier: 2,
        status: 'active',
        user_id: holder.id,
        team_members: [member.id],
      },
    };
  },
  async transferLicence(of) {
    const [holder, member, next] = [await newUser(of), await newUser(of), await newUser(of)];
    await of.operators.invalidateAccount({ body: { user_id: holder.id }, headers });
    const set = await of.operators.setLicence({
      body: { license_key: 'LIC-2', tier: 2, user_id: holder.id, team_members: [member.id, next.id] },
      headers,
    });
    if (set.status !== 200) throw new Error(String(set.status));
    return { body: { license_key: 'LIC-2', user_id: next.id, reason: 'A new account' } };
  },
  linkManagedClient: async (of) => ({ body: await managerAndClient(of) }),
  async unlinkManagedClient(of) {
    const query = await managerAndClient(of);
    await of.operators.linkManagedClient({ body: query, headers });
    return { query, body: {} };
  },
  async redriveDeadLetters(of) {
    of.world.deadLetters.set('notices', [JSON.stringify({ text: 'a' }), JSON.stringify({ text: 'b' })]);
    return { params: { queue: 'notices' }, body: {} };
  },
  async deleteDeadLetters(of) {
    of.world.deadLetters.set('notices', [JSON.stringify({ text: 'a' })]);
    return { params: { queue: 'notices' }, body: {} };
  },
  async redriveKeptEffects(of) {
    const effect = { kind: 'notice', id: 'n1', text: 'Hello' };
    await of.workerDeps('outbox').deadEffects.keep(JSON.stringify([effect]), new Error('no'));
    return { body: { reason: 'Repaired' } };
  },
  async takeBillingEventAgain(of) {
    const { id } = await newUser(of);
    const event = await subscribed(of, id, false);
    return { params: { event_id: event }, body: {} };
  },
  createDevUser: async () => ({
    body: { email: 'grace@operator.example', password: 'correct horse battery staple', role: 'write' },
  }),
  updateDevUser: async (of) => ({ body: { dev_user_id: await newOperator(of), is_active: false } }),
};

async function managerAndClient(of: TestApp) {
  const [manager, client] = [await newUser(of), await newUser(of)];
  return { manager_user_id: manager.id, client_user_id: client.id };
}

async function subscribed(of: TestApp, userId: number, isKnown = true): Promise<string> {
  const { processor, clock } = of.world;
  const [id, customerId] = [`sub_${userId}`, `cus_${userId}`];
  const subscription = { id, customerId, status: 'active', isCollectionPaused: false, periodEnd: null };
  processor.subscriptions.set(id, subscription);
  processor.customers.set(customerId, { userId, email: null });
  const object = { id, customer: customerId, status: 'active', metadata: { user_id: String(userId) } };
  const event = {
    id: `evt_${userId}`,
    type: 'customer.subscription.updated',
    created: Math.floor(clock.now / 1000),
    data: { object },
  };
  processor.events.set(event.id, event);
  if (isKnown) await of.billing.takeBillingEventAgain({ params: { event_id: event.id }, headers });
  return event.id;
}

it('every write of operators accepts dry_run, and has a scene here', () => {
  const missing = writes.filter((one) => !countsItself(one) && !scenes[one.id]).map(({ id }) => id);
  expect([writes.length > 24, missing]).toEqual([true, []]);
});

describe('a dry run', () => {
  for (const endpoint of writes.filter((one) => !countsItself(one)))
    it(`a dry run of ${endpoint.id} changes and sends nothing, and predicts the request's result`, async () => {
      const prepared = await scenes[endpoint.id]?.(app);
      if (!prepared) throw new Error('No scene.');
      const { body, ...rest } = prepared;
      const send = (fields: object) =>
        ask(app.send, endpoint, {
          credentials: { headers },
          ...rest,
          raw: JSON.stringify({ ...body, ...fields }),
        });

      const before = await stateOf(app);
      const dry = await send({ dry_run: true });
      expect(await stateOf(app)).toEqual(before);

      const real = await send({});
      const { dry_run, would, ...answered } = dry.json as { dry_run: true; would: Would };
      expect([dry.status, dry_run]).toEqual([real.status, true]);
      expect(withoutIds(answered)).toEqual(withoutIds(real.json));
      const done = changesOf(before, await stateOf(app));
      expect(withoutIds(sorted(would.actions))).toEqual(withoutIds(sorted(done.actions)));
      expect(sorted(would.items)).toEqual(sorted(done.items));
      expect([would.actions, would.items, would.effects].flat()).not.toEqual([]);
      const queued = Object.entries(Object.groupBy(app.world.messages, ({ queue }) => queue));
      expect(sorted(would.effects.filter(({ kind }) => kind === 'queue'))).toEqual(
        endpoint.id === 'redriveDeadLetters' ? [] : sorted(queued.map(([name, { length }]) => ({ kind: 'queue', name, count: length }))),
      );
    });
});

describe('dry_run', () => {
  it('dry_run names the e-mail that would be sent, and the call of the payment processor', async () => {
    const { id } = await newUser(app);
    await subscribed(app, id);
    const password = await app.operators.changeUserPassword({
      body: { user_id: id, new_password: 'correct horse battery staple', dry_run: true },
      headers,
    });
    expect(password.body).toMatchObject({
      dry_run: true,
      would: {
        effects: [
          { kind: 'mail', name: 'password_changed_by_support', count: 1 },
          { kind: 'activity', name: 'activity', count: 1 },
        ],
      },
    });
    const pause = await app.operators.pauseBillingSubscription({
      body: { user_id: id, dry_run: true },
      headers,
    });
    expect(pause.body).toMatchObject({
      paid_status: 'paused',
      would: { effects: [{ kind: 'billing', name: 'pause', count: 1 }] },
    });
    expect(app.world.processor.pauses).toEqual([]);
  });

  it('dry_run fails like the request', async () => {
    const { id } = await newUser(app);
    await subscribed(app, id);
    const taken = { email: 'grace@operator.example', password: 'correct horse battery staple' };
    await app.operators.createDevUser({ body: taken, headers });
    const { operators } = app;
    const answers = [
      await operators.invalidateAccount({ body: { user_id: 1, dry_run: true }, headers }),
      await operators.invalidateAccount({ body: { user_id: id, dry_run: true }, headers }),
      await operators.createDevUser({ body: { ...taken, dry_run: true }, headers }),
      await operators.grantCredits({
        body: { user_id: id, amount: 0, reason: 'x', dry_run: true },
        headers,
      }),
      await operators.grantCredits({
        body: { user_id: id, amount: 1, reason: 'x', dry_run: 'yes' as unknown as boolean },
        headers,
      }),
      await operators.pruneOldRows({ body: { dry_run: true }, headers: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 409, 409, 422, 422, 401]);
  });

  it('dry_run is refused for a read-only operator', async () => {
    const reader = await newOperator(app, { role: 'read' });
    const { token } = await app.viewDeps().tokens.issue('operator', reader);
    const answer = await app.operators.pruneOldRows({
      body: { dry_run: true },
      headers: { 'x-svc-dev-token': token },
    });
    expect([answer.status, 'code' in answer.body && answer.body.code]).toEqual([403, 'forbidden']);
  });

  it('dry_run belongs in the body: in the query it is 422', async () => {
    for (const endpoint of writes) {
      const prepared = countsItself(endpoint) ? { body: {} } : await scenes[endpoint.id]?.(app);
      const { body, ...rest } = prepared ?? { body: {} };
      const state = await stateOf(app);
      const { query } = rest as { query?: object };
      const answer = await ask(app.send, endpoint, {
        credentials: { headers },
        ...rest,
        raw: JSON.stringify(body),
        query: { ...query, dry_run: true },
      });
      expect([endpoint.id, answer.status]).toEqual([endpoint.id, 422]);
      expect(await stateOf(app)).toEqual(state);
    }
  });

  it('dry_run: false is no dry run', async () => {
    const { id } = await newUser(app);
    const { body } = await app.operators.setWaitlist({
      body: { user_id: id, on_waitlist: true, reason: 'Reviewed', dry_run: false },
      headers,
    });
    expect(body).toEqual({ user_id: id, on_waitlist: true });
    expect(await app.users.byId(id)).toMatchObject({ onWaitlist: true });
  });

  it('dry_run of a grant job only counts in a task', async () => {
    await newUser(app);
    const before = await stateOf(app);
    const { status, body } = await app.operators.grantDailyCredits({
      body: { credits_amount: 5, dry_run: true },
      headers,
    });
    expect([status, body]).toMatchObject([
      200,
      {
        granted: 1,
        total_credits: 5,
        dry_run: true,
        would: {
          actions: [{ action: 'grant_credits', user_id: null, details: { granted: 1, total_credits: 5 } }],
        },
      },
    ]);
    const { actions, items } = changesOf(before, await stateOf(app));
    expect(actions).toMatchObject([{ action: 'run_grants', details: { dry_run: true } }]);
    expect(items.map(({ kind }: { kind: string }) => kind).filter((kind) => !kind.startsWith('task'))).toEqual([]);
  });

  it('dry_run holds back its own request alone: a parallel request writes', async () => {
    const [ada, eve] = [await newUser(app), await newUser(app)];
    const grant = (userId: number, dry_run: boolean) =>
      app.operators.grantCredits({ body: { user_id: userId, amount: 3, reason: 'x', dry_run }, headers });
    await Promise.all([grant(ada.id, true), grant(eve.id, false), grant(ada.id, true)]);
    const balances = await Promise.all([ada, eve].map(({ id }) => app.ledger.page(id, { limit: 1 })));
    expect(balances.map(({ balance }) => balance)).toEqual([0, 3]);
  });
});
