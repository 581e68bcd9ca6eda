import { randomUUID } from 'node:crypto';
import { signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import type { ActivityType } from '#shared/messages/activity-types.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { activityTypes } from '#shared/registry/activity-types.ts';
import { tableAt } from '#shared/store/table.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { acts, newOwner, password } from './acts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld(), { env: { REGISTRATIONS_PER_HOUR: '2000' } });
});
beforeEach(() => {
  app.world.clock.now += 61_000;
});

type Query = Parameters<TestApp['activity']['listActivity']>[0]['query'];

async function logOf(id: number, query: Query = {}, headers?: Record<string, string>) {
  await deliverEffects(app);
  const answer = headers
    ? await app.activity.listActivity({ query, headers })
    : await app.operators.listAccountActivity({ query: { user_id: id, ...query }, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
const entriesOf = async (id: number, type?: ActivityType) => (await logOf(id, { ...(type && { type }), limit: 100 })).entries;

const details: { [type in ActivityType]?: object } = {
  sign_in: { method: 'password' },
  sign_in_failed: { limit: 'login' },
  password_reset: { by: 'reset' },
  account_recovered: { by: 'reset' },
  identity_linked: { by: 'identity' },
  key_created: { key_id: 'key_', kind: 'read', environment: 'test' },
  key_rotated: { key_id: 'key_' },
  key_revoked: { key_id: 'key_' },
  webhook_endpoint_created: { endpoint_id: 'whe_', environment: 'test' },
  webhook_endpoint_changed: { endpoint_id: 'whe_', fields: ['description', 'status'] },
  webhook_endpoint_deleted: { endpoint_id: 'whe_' },
  webhook_secret_rotated: { endpoint_id: 'whe_' },
  events_export_requested: { export_id: 'export_', environment: 'test' },
  account_export_requested: { export_id: 'export_' },
  erasure_requested: { task_id: 'erase_', subject: 'user' },
  consent_changed: { task_id: 'consent_', subject: 'user' },
  channel_rules_changed: { version: 1, rules: 1 },
  channel_rules_applied: { version: 0, from: '2026-11-21' },
  traffic_rules_changed: { version: 1, networks: 1, rules_off: '' },
  traffic_rules_applied: { version: 0, from: '2026-11-21', rules_off: '' },
  destination_changed: { network: 'meta', state: 'collecting', consent_default: 'US' },
  destination_deleted: { network: 'meta' },
  invitation_withdrawn: { invitation_id: 'inv_' },
  member_joined: { member_id: 'actor' },
  member_removed: { member_id: 'owner' },
  member_left: { member_id: 'actor' },
  spend_imported: {
    import_id: 'spend_',
    network: 'meta',
    ad_account: 'default',
    rows: 1,
    days: 1,
    environment: 'test',
    spend_after: '1.00',
  },
  spend_import_undone: { import_id: 'spend_', network: 'meta', ad_account: 'default' },
  spend_aliases_changed: { environment: 'live', count: 1 },
  exchange_rates_changed: { count: 1 },
  events_adjusted: { environment: 'test', event_id: 'e1', adjustments: 1 },
  adjustment_withdrawn: { environment: 'live', event_id: 'e1', adjustment_id: 'adj_' },
  reconciliation_created: { reconciliation_id: 'recon_', environment: 'test' },
  reconciliation_repaired: {
    reconciliation_id: 'recon_',
    repair: 'send_missing',
    changes: 1,
    environment: 'live',
  },
  reconciliation_repair_undone: { reconciliation_id: 'recon_', repair: 'void_doubles', environment: 'live' },
  reconciliation_rules_changed: { statuses: 1, channels: 0 },
  month_closed: { month: '2026-10', environment: 'live', reconciliation_id: 'recon_', differences: 1 },
  month_reopened: { month: '2026-10', environment: 'live' },
  pixel_settings_changed: { pixel_key: 'pk_', fields: ['click_window_days', 'primary_event_type'] },
  profile_changed: { fields: ['company'] },
  session_ended: { sessions: 'one' },
  upload_created: { upload_id: 'upload_', size_bytes: 10 },
  event_sent: { key_id: 'key_', event_id: 'order_created:1' },
  account_read: { action: 'read_account' },
  licence_activated: { licence_ends_with: expect.stringMatching(/^.{4}$/) },
  manager_linked: { manager_id: expect.any(Number) },
  manager_unlinked: { manager_id: expect.any(Number) },
};

describe('the activity log of an account', () => {
  it.each(activityTypes)('the activity log of an account records %s once, with actor, network, request and details', async (type) => {
    const ready = await acts[type](app);
    const requestId = `request-${randomUUID()}`;
    const answer = await ready.happen({ 'x-request-id': requestId });
    expect([answer.status, answer.body]).toEqual([
      type === 'sign_in_failed' ? 401 : expect.toSatisfy((status: number) => status < 300),
      expect.anything(),
    ]);
    await deliverEffects(app);
    const { by = 'user', id, actorId = id } = ready;
    const entries = (await entriesOf(id, type)).filter(({ request_id }) => request_id === requestId);
    expect(entries).toMatchObject([
      {
        type,
        count: 1,
        request_id: requestId,
        network: by === 'operator' ? null : expect.stringMatching(/^[0-9a-f]{20}$/),
        actor: {
          kind: by,
          id: by === 'user' ? String(actorId) : by === 'anonymous' ? null : expect.any(String),
        },
      },
    ]);
    const person = (value: unknown) => ({ [actorId]: 'actor', [id]: 'owner' })[value as number] ?? value;
    const shown = (value: unknown) => (typeof value === 'string' ? value.replace(/^([a-z]+_)\w{16,}$/, '$1') : person(value));
    expect(Object.fromEntries(Object.entries(entries[0]?.details ?? {}).map(([name, v]) => [name, shown(v)]))).toEqual(details[type] ?? {});
    expect(JSON.stringify(entries)).not.toMatch(/@|[sr]k_(live|test)_|whsec_|192\.0\.2/);
  });

  it('the activity log of an account stores an entry for 400 days, also a counted failure', async () => {
    const began = app.world.clock.now;
    for (const type of ['key_created', 'sign_in_failed'] as const) await (await acts[type](app)).happen({});
    await deliverEffects(app);
    const entries = (await allItems(app.world, 'accounts')).filter(({ kind }) => kind === 'account_activity');
    const latest = entries.filter(({ at }) => Date.parse(String(at)) >= began - 60_000);
    expect(new Set(latest.map(({ type }) => type))).toContain('sign_in_failed');
    for (const { type, at, ttl } of latest) expect([type, ttl]).toEqual([type, Math.ceil(Date.parse(String(at)) / 1000) + 400 * 86_400]);
  });

  it('only the owner can read the activity log of an account, without the identity of an operator', async () => {
    const { id, headers, happen } = await acts.key_created(app);
    const eve = await newUser(app);
    await happen({});
    app.world.clock.now += 1000;
    await app.operators.removeMfa({ body: { user_id: id, reason: 'Asked' }, headers: operator });
    await app.operators.changeUserPassword({
      body: { user_id: id, new_password: `${password} 2` } as never,
      headers: operator,
    });
    const signedIn = await app.signIn(id);
    const { entries } = await logOf(id, {}, { ...headers, ...signedIn });
    expect(entries.map(({ type, actor }) => [type, actor])).toEqual([
      ['password_changed', { kind: 'operator', id: null }],
      ['key_created', { kind: 'user', id: String(id) }],
    ]);
    expect((await logOf(eve.id, {}, eve.headers)).entries).toEqual([]);
    expect((await app.activity.listActivity({ query: {} } as never)).status).toBe(401);
    const reader = await app.operators.listAccountActivity({
      query: { user_id: id },
      headers: {},
    } as never);
    expect(reader.status).toBe(401);
    const audited = await app.operators.listAudit({ query: { user_id: id }, headers: operator });
    await logOf(id);
    const after = await app.operators.listAudit({ query: { user_id: id }, headers: operator });
    expect(JSON.stringify(audited.body)).not.toContain('read_activity');
    expect(JSON.stringify(after.body)).toContain('read_activity');
  });

  it('the activity log of an account has pages, newest first, also of one type', async () => {
    const owner = await newOwner(app);
    for (let at = 0; at < 5; at++) {
      app.world.clock.now += 1000;
      const name = `Key ${at}`;
      const newKey = await app.keys.createKey({
        body: { name, kind: 'public', environment: 'test' },
        headers: owner.headers,
      });
      expect(newKey.status).toBe(201);
      await app.accounts.login({ body: { email: owner.email, password } });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Query = { limit: 3, ...(cursor !== null && { cursor }) };
      const page = await logOf(owner.id, query, owner.headers);
      seen.push(...page.entries.map(({ at }) => at));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(10);
    expect(seen).toEqual([...seen].sort().reverse());
    const keys = await logOf(owner.id, { type: 'key_created', limit: 4 }, owner.headers);
    expect(keys.entries).toHaveLength(4);
    const bad = await app.activity.listActivity({
      query: { type: 'none', limit: 0, cursor: 'x' } as never,
      headers: owner.headers,
    });
    expect(bad).toMatchObject({ status: 422, body: { detail: { length: 3 } } });
  });

  it.each(['key_revoked', 'mfa_enabled', 'deletion_requested', 'webhook_endpoint_deleted'] as const)(
    'the activity log of an account records %s once when two requests race',
    async (type) => {
      const { id, happen } = await acts[type](app);
      await Promise.all([happen({}), happen({})]);
      expect(await entriesOf(id, type)).toHaveLength(1);
    },
  );

  it('the activity log of an account counts the failures of a flood of 500 wrong passwords in few entries', async () => {
    const owner = await newOwner(app);
    const guess = () => app.accounts.login({ body: { email: owner.email, password: 'not this one' } });
    for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 10 }, guess));
    const entries = await entriesOf(owner.id, 'sign_in_failed');
    expect(entries.length).toBeLessThanOrEqual(2);
    expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  });

  it('the failed sign-ins of a minute are one entry for each network, actor and limit', async () => {
    const log = activityLogIn(tableAt(`${app.world.prefix}accounts`, testDynamo()));
    const [userId, otherId] = [(await newUser(app)).id, (await newUser(app)).id];
    const first: EffectOf<'activity'> = {
      kind: 'activity',
      id: 'f0',
      user_id: userId,
      type: 'sign_in_failed',
      network: 'home',
      at: '2026-11-21T09:30:15.000Z',
      actor: { kind: 'anonymous', id: null },
      request_id: null,
      details: { limit: 'login' },
    };
    const others = {
      network: { network: 'elsewhere' },
      'no network': { network: null },
      actor: { actor: { kind: 'user', id: '7' } },
      'other actor': { actor: { kind: 'user', id: '8' } },
      limit: { details: { limit: 'mfa' } },
      minute: { at: '2026-11-21T09:31:00.000Z' },
      account: { user_id: otherId },
    } as const;
    const same = [first, { ...first, id: 'f1', at: '2026-11-21T09:30:59.999Z', request_id: 'r' }, first];
    for (const effect of same) await log.record(effect);
    for (const [id, part] of Object.entries(others)) await log.record({ ...first, id, ...part });
    const entriesIn = async (user: number) =>
      (await log.page({ accountId: user, limit: 50 })).entries
        .map(({ failures, network, actor, details, at }) =>
          [[...(failures ?? [])].sort().join(' '), network, actor.id, details.limit, at.slice(11, 16)].join(),
        )
        .sort();
    expect(await entriesIn(userId)).toEqual([
      'actor,home,7,login,09:30',
      'f0 f1,home,,login,09:30',
      'limit,home,,mfa,09:30',
      'minute,home,,login,09:31',
      'network,elsewhere,,login,09:30',
      'no network,,,login,09:30',
      'other actor,home,8,login,09:30',
    ]);
    expect(await entriesIn(otherId)).toEqual(['account,home,,login,09:30']);
  });

  it('the activity log of an account has no failed sign-in of an operator whose id is that of a user', async () => {
    const owner = await newOwner(app);
    const { limits } = app.workerDeps('effects');
    const attempt = await signInAttempt(
      { name: 'operator_login', perNetwork: 10, perEmail: 100, windowSeconds: 900 },
      {
        email: 'grace@operator.example',
        ipNetwork: 'n',
        isKnown: false,
        account: owner.id,
        isOperator: true,
      },
      { limits },
    );
    await attempt.failed();
    expect(await entriesOf(owner.id)).toEqual([]);
  });
});
