import { randomInt } from 'node:crypto';
import { endpoints } from '#functions/groups.ts';
import { customer } from '#test/api/billing/billing-scene.ts';
import { ask } from '#test/http/ask.ts';
import { newOperator } from '#test/http/callers.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken, 'x-dev-token': operatorToken };
let app: TestApp;
let withoutAudit: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
  withoutAudit = await startApp(app.world, {
    refusesForLoad: ({ operation, body }) => operation !== 'Query' && body.includes('"AUDIT'),
  });
});

const ofOperators = endpoints.filter(({ auth }) => auth === 'operator' || auth === 'devToken');
const named = (some: typeof ofOperators) => some.map((endpoint) => [endpoint.id, endpoint] as const);
const reads = named(ofOperators.filter(({ method }) => method === 'GET'));
const actions = named(ofOperators.filter(({ method }) => method !== 'GET'));

const auditedReads: Record<string, string> = {
  listAccountActivity: 'read_activity',
  listAccountCredits: 'read_account_credits',
  listAccountEvents: 'read_events',
  listAssistantAds: 'list_assistant_ads',
  listDeadLetters: 'read_dead_letters',
  listKeptEffects: 'read_kept_effects',
  readAccount: 'read_account',
  readContentSession: 'read_content_session',
  readImageConversation: 'read_image_conversation',
  readTracedUser: 'read_user',
  searchTraces: 'search_traces',
  searchUsers: 'search_users',
  listWaitlist: 'list_waitlist',
  auditCredits: 'audit_credits',
  readIngestLimits: 'read_ingest_limits',
  listManagedClients: 'list_managed_clients',
  readLicences: 'read_licences',
};
const readsOfTheService = [
  'listAudit',
  'listBackups',
  'listDevUsers',
  'listQueues',
  'listReceivedWebhooks',
  'listTasks',
  'readServiceHealth',
  'readTask',
];

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
  async readLicences() {
    const { id: user_id } = await newUser(app);
    const license_key = `LIC-read-${user_id}`;
    await app.operators.setLicence({ body: { license_key, tier: 2, user_id }, headers });
    return { license_key, user_id };
  },
  async revokeKeys() {
    const { id: user_id } = await newUser(app);
    await app.keys.createKey({
      body: { name: 'Shop', kind: 'secret', environment: 'test' },
      headers: await app.signIn(user_id),
    });
    return { user_id };
  },
  updateDevUser: async () => ({ dev_user_id: await newOperator(app) }),
  async unlinkManagedClient() {
    const pair = { manager_user_id: (await newUser(app)).id, client_user_id: (await newUser(app)).id };
    await app.operators.linkManagedClient({ body: pair, headers });
    return pair;
  },
};

const detailsWithoutReason: Record<string, object> = {
  takeBillingEventAgain: { event_id: 'evt_1RkQ2bKcTn' },
  linkManagedClient: { manager_user_id: 'manager_user_id' },
  reactivateAccount: { is_new_email: false, identity_restored: null },
  revokeKeys: { key_ids: ['key_'] },
  setWaitlist: { on_waitlist: false },
  unlinkManagedClient: { manager_user_id: 'manager_user_id' },
  toggleAssistantAds: { enabled: true, account_id: 'act_4711' },
  pauseBillingSubscription: { subscription_ids: ['sub_'] },
  grantCredits: { amount: 100, key: 'adjustment#' },
  grantDailyCredits: { job: 'grant_daily_credits', task_id: 'task_', dry_run: false, credits_amount: 5 },
  grantNewSignupCredits: { job: 'grant_new_signup_credits', task_id: 'task_', dry_run: false },
  reverseCredits: { transaction_id: 'tx_' },
  runSubscriptionRenewals: { job: 'subscription_renewals', task_id: 'task_', dry_run: false },
  recount: { task_id: 'task_', from: '2026-11-01', to: '2026-11-20' },
  setIngestLimits: { events_per_second: 1000, burst: null },
  setLicence: {
    license_key: '3794577c-dd41-4d2c-a4d8-6e0d5a1c9f10',
    status: 'active',
    tier: 2,
    members: [],
  },
  topUpPartners: { job: 'partner_monthly_topup', task_id: 'task_', dry_run: false },
  transferLicence: { license_key: 'LIC-every-action', from_user_id: null, to_user_id: 'user' },
  createDevUser: { operator_id: 'number', role: 'write' },
  updateDevUser: { operator_id: 'dev_user_id', role: 'read' },
  deleteDeadLetters: { queue: 'notices' },
  redriveDeadLetters: { queue: 'notices' },
  backupDatabase: { task_id: 'task_' },
  pruneOldRows: { task_id: 'task_' },
};

function withoutChance(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutChance(each, names));
  if (typeof value === 'string') return value.replace(/(?<=[_#])(\d+_)?(\d{9,}|[0-9A-Za-z]{12,})$/, '');
  return typeof value === 'number' && value > 1e9 ? (names.get(value) ?? 'number') : value;
}

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
  it.each(actions)('the audit shows who did it, to whom and what, and without its entry the action fails: %s', async (id, endpoint) => {
    const given =
      endpoint.auth === 'devToken'
        ? {}
        : ((await scenes[id]?.()) ?? (await withUsers({ ...endpoint.example.body, ...endpoint.example.query })));
    const known = new Set((await entries()).map((entry) => entry.id));
    app.world.clock.now += 1;
    const { query, body } = endpoint.example as { query?: object; body?: object };
    const asked = {
      credentials: { headers },
      ...(query && { query: given }),
      ...(endpoint.body && { raw: JSON.stringify({ ...body, ...(!query && given) }) }),
    };
    expect((await ask(withoutAudit.send, endpoint, asked)).status).toBe(503);
    const { status, text } = await ask(app.send, endpoint, asked);
    expect([status, status < 300 ? '' : text]).toEqual([status, '']);
    const made = (await entries()).filter((entry) => !known.has(entry.id));
    expect(made).toHaveLength(1);
    const [{ actor, action, user_id, details: stored }] = made as [(typeof made)[number]];
    expect(actor).toEqual({ kind: 'operator_token', id: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(action).toMatch(/^[a-z]+(_[a-z]+)+$/);
    const { reason, ...facts } = stored;
    expect(reason).toBe(({ ...body, ...given } as { reason?: string }).reason);
    const names = new Map<unknown, string>([[user_id, 'user']]);
    for (const [name, value] of Object.entries(given)) names.set(value, name);
    expect(Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, withoutChance(fact, names)]))).toEqual(
      detailsWithoutReason[id] ?? {},
    );
    if ('user_id' in given) expect(user_id).toBe(given.user_id);
    if ('email' in given) {
      const user = await app.users.byId(user_id ?? 0);
      expect(user?.email.endsWith(String(given.email))).toBe(true);
    }
  });

  it('every read of operators shows data of users, and is audited, or shows the service only', () => {
    const known = [...Object.keys(auditedReads), ...readsOfTheService];
    expect(known.sort()).toEqual(reads.map(([id]) => id).sort());
  });

  it.each(reads)('an audited read shows in the audit who read whose data, and fails without its entry: %s', async (id, endpoint) => {
    const { params, query } = endpoint.example as { params?: object; query?: object };
    const given: Record<string, unknown> = {
      ...(await withUsers({ ...params, ...query })),
      ...(await scenes[id]?.()),
    };
    const known = new Set((await entries()).map((entry) => entry.id));
    app.world.clock.now += 1;
    const some = (part: object = {}) => Object.fromEntries(Object.keys(part).map((name) => [name, given[name]]));
    const asked = { credentials: { headers }, params: some(params), query: some(query) };
    const action = auditedReads[id];
    const refused = await ask(withoutAudit.send, endpoint, asked);
    if (action) expect(refused.status).toBe(503);
    const { status } = await ask(app.send, endpoint, asked);
    expect([200, 404]).toContain(status);
    const made = (await entries()).filter((entry) => !known.has(entry.id));
    const by = { kind: 'operator_token', id: expect.stringMatching(/^[0-9a-f]{12}$/) };
    const user_id = given.user_id ?? given.manager_user_id ?? null;
    expect(made).toMatchObject(action ? [{ actor: by, action, user_id }] : []);
  });

  const ofOneUser = reads.filter(([id, { example }]) => auditedReads[id] && 'user_id' in ((example.params as object | undefined) ?? {}));
  it.each(ofOneUser)('a read of a user who does not exist is in the audit, too: %s', async (id, endpoint) => {
    const user_id = randomInt(2 ** 46, 2 ** 47);
    const params = { ...(endpoint.example.params as object), user_id };
    await ask(app.send, endpoint, { credentials: { headers }, params });
    const { body } = await app.operators.listAudit({ query: { user_id }, headers });
    expect(body).toMatchObject({ entries: [{ action: auditedReads[id] }] });
  });
});
