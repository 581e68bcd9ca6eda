import { items } from '#functions/items.ts';
import { type RemovableSetting, removableSettings } from '#shared/accounts/rules/removable-settings.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { settings, settingsToConfirm } from '#shared/outbox/settings-to-confirm.ts';
import { wayOutNames } from '#shared/outbox/ways-out.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';
import { codeOf } from '../second-factor/authenticator.ts';
import { deliverAll, newStranger, openers, password, recoveries } from '../stranger.ts';
import { setEverything } from './set-everything.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const methods = ['reset', 'identity'] as const;
const mailsTo = (email: string) => app.world.mails.filter(({ to }) => to === email);

describe('the recovery of an account whose e-mail nobody had verified', () => {
  it.each(methods.flatMap((method) => wayOutNames.map((name) => [method, name] as const)))(
    'a recovery by %s ends every earlier %s, and one mail lists it',
    async (method, name) => {
      const stranger = await newStranger(app);
      const opened = await openers[name](app, stranger);
      await deliverAll(app);
      app.world.mails.length = 0;
      expect((await recoveries[method](app, stranger)).status).toBe(200);
      await deliverAll(app);
      expect(await opened.isOpen(app)).toBe(false);
      const listing = mailsTo(stranger.email).filter(({ subject }) => subject.includes('was recovered'));
      expect(listing).toHaveLength(1);
      expect(listing[0]?.text).toMatch(/^• /m);
      expect(listing[0]?.kind).toBe('transactional');
    },
  );

  it.each(methods)("a recovery by %s leaves the owner's new objects, also before the effect is delivered", async (method) => {
    const stranger = await newStranger(app);
    await recoveries[method](app, stranger);
    const user = await app.users.byId(stranger.id);
    const { token } = await app.viewDeps().tokens.issue('access', stranger.id, {
      signedInAt: Math.max(app.world.clock.now, user?.tokensValidAfter ?? 0),
      validAfter: user?.tokensValidAfter ?? 0,
    });
    const owner = { ...stranger, headers: { authorization: `Bearer ${token}` } };
    const opened = await Promise.all([openers.api_key(app, owner), openers.webhook_endpoint(app, owner)]);
    await deliverAll(app);
    for (const way of opened) expect(await way.isOpen(app)).toBe(true);
  });

  it.each(methods)('a recovery by %s after the verification of the e-mail ends nothing', async (method) => {
    const owner = await newAdvertiser(app);
    const endpoint = await newEndpoint(app, owner.headers);
    app.world.clock.now += 1000;
    expect((await recoveries[method](app, owner)).status).toBe(200);
    await deliverAll(app);
    const { webhookEndpoints, keys } = app.workerDeps('effects');
    expect((await webhookEndpoints.find(owner.id, endpoint.id))?.status).toBe('enabled');
    expect((await keys.list(owner.id)).every(({ revokedAt }) => !revokedAt)).toBe(true);
    expect(mailsTo(owner.email).filter(({ subject }) => subject.includes('was recovered'))).toEqual([]);
  });

  it('a recovery refuses an endpoint and a key of a request that was authenticated before', async () => {
    const stranger = await newStranger(app);
    const { tokensValidAfter } = (await app.users.byId(stranger.id)) ?? { tokensValidAfter: 0 };
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    const { webhookEndpoints } = app.workerDeps('effects');
    const late = {
      id: 'whe_late',
      accountId: stranger.id,
      url: 'https://evil.example/',
      description: '',
      environment: 'test' as const,
      events: [],
      status: 'enabled' as const,
      secret: 'sealed',
      sessionEpoch: tokensValidAfter,
      createdAt: new Date(app.world.clock.now).toISOString(),
    };
    expect(await webhookEndpoints.create(late, null)).toBe('session_ended');
  });

  it('a recovery keeps an endpoint disabled for earlier sessions, and its owner can enable it', async () => {
    const stranger = await newStranger(app);
    const { id } = await newEndpoint(app, stranger.headers, { environment: 'test' });
    const before = (await app.users.byId(stranger.id))?.tokensValidAfter ?? 0;
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    const { webhookEndpoints } = app.workerDeps('effects');
    expect(await webhookEndpoints.enable(stranger.id, id, before)).toBeNull();
    const headers = await signedIn(stranger.email);
    const list = await app.webhooks.listWebhookEndpoints({ headers });
    expect(list).toMatchObject({
      body: { endpoints: [{ id, status: 'disabled', disabled_reason: 'recovered' }] },
    });
    const enabled = await app.webhooks.changeWebhookEndpoint({
      params: { id },
      body: { status: 'enabled' },
      headers,
    });
    expect(enabled).toMatchObject({ status: 200, body: { status: 'enabled' } });
  });

  it.each(methods)('a recovery by %s removes a second factor that locks the owner out', async (method) => {
    const stranger = await newStranger(app);
    await app.users.change(stranger.id, { phone: '+351912345678' });
    const headers = stranger.headers;
    const enrolled = await app.accounts.enrollMfa({ body: { password }, headers });
    if (enrolled.status !== 200) throw new Error(JSON.stringify(enrolled.body));
    const code = codeOf(app, enrolled.body.secret);
    expect((await app.accounts.confirmMfa({ body: { code }, headers })).status).toBe(200);
    expect((await recoveries[method](app, stranger)).status).toBe(200);
    if (method === 'reset') await signedIn(stranger.email);
    expect((await app.users.byId(stranger.id))?.mfa ?? null).toBeNull();
  });

  it('the mail of a recovery contains no text of the other person, and names the settings to confirm', async () => {
    const stranger = await newStranger(app);
    const { headers, email } = stranger;
    await app.keys.createKey({
      body: {
        name: 'Call 555 at once',
        kind: 'public',
        environment: 'live',
        allowed_origins: ['https://evil.example'],
      },
      headers,
    });
    await newEndpoint(app, headers, { environment: 'test', url: 'https://evil.example.com/hook' });
    await app.accounts.changeProfile({ body: { company_website: 'https://evil.example' }, headers });
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    const mail = mailsTo(email).find(({ subject }) => subject.includes('was recovered'));
    expect(mail?.text).not.toMatch(/evil|Call 555/);
    expect(mail?.text).toMatch(/company_website, settings of the pixel pk_live_/);
    expect(await app.users.byId(stranger.id)).toMatchObject({ companyWebsite: 'https://evil.example/' });
  });
});

describe('what a recovery ended', () => {
  it('the owner sees the ended objects and the settings to confirm, which is done once', async () => {
    const stranger = await newStranger(app);
    const { id } = await newEndpoint(app, stranger.headers, {
      environment: 'test',
      url: 'https://evil.example.com/',
    });
    await app.accounts.changeProfile({ body: { company: 'Evil' }, headers: stranger.headers });
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    const headers = await signedIn(stranger.email);
    const recovery = {
      by: 'reset',
      ended: [{ kind: 'webhook_endpoint', id, detail: 'https://evil.example.com/' }],
      to_confirm: [{ field: 'company', value: 'Evil' }],
    };
    const read = () => app.accounts.readAccountRecovery({ headers });
    expect(await read()).toMatchObject({
      status: 200,
      body: { recovery: { ...recovery, confirmed_at: null } },
    });
    const twins = await Promise.all([1, 2].map(() => app.accounts.confirmAccountRecovery({ headers })));
    app.world.clock.now += 1000;
    const again = await app.accounts.confirmAccountRecovery({ headers });
    expect(new Set([...twins, again, await read()].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(again).toMatchObject({ body: { recovery: { ...recovery, confirmed_at: expect.any(String) } } });
  });

  it('what the stranger set in rules, aliases, rates and settings is listed by mail and API, and removed at once', async () => {
    const stranger = await newStranger(app);
    const { headers, email, id } = stranger;
    const key = { name: 'Shop', kind: 'public', environment: 'live' } as const;
    await app.keys.createKey({ body: key, headers });
    for (const answer of await setEverything(app, headers)) expect(answer.status).toBe(200);
    await deliverAll(app);
    app.world.mails.length = 0;
    await recoveries.reset(app, stranger);
    await deliverAll(app);
    const owner = await signedIn(email);
    const { recovery } = bodyOf(await app.accounts.readAccountRecovery({ headers: owner }));
    const removable = recovery?.to_confirm.filter((setting) => setting.removable) ?? [];
    expect(removable.map(({ field, value }) => [field, value])).toEqual([
      ['attribution_settings', 'identity_attribution: answer; identity_window_days: 90; target_return: 3.5'],
      ['traffic_rules', 'staff_networks: 127.0.0.0/16; rules_off: prefetch'],
      ['channel_rules', 'cpc -> email'],
      ['spend_aliases', 'live: 1'],
      ['exchange_rates', 'EUR to USD'],
      ['reconciliation_rules', expect.stringContaining('excluded_statuses: paid')],
    ]);
    const fields = removable.map(({ field }) => field) as RemovableSetting[];
    expect(fields.toSorted()).toEqual(removableSettings.toSorted());
    const text = mailsTo(email).find(({ subject }) => subject.includes('was recovered'))?.text ?? '';
    for (const field of fields) expect(text).toContain(field);
    expect(text).not.toMatch(/127\.0\.0|cpc/);

    const remove = () => app.privacy.removeRecoveredSettings({ body: { fields }, headers: owner });
    expect(await Promise.all([remove(), remove()])).toMatchObject([{ status: 200 }, { status: 200 }]);
    const user = await app.users.byId(id);
    const account = { accountId: id, userId: id, sessionEpoch: user?.recoveredEpoch ?? 0, at: '' };
    const rest = await settingsToConfirm(user as User, account, app.workerDeps('effects'));
    expect(rest.filter(({ field }) => (fields as string[]).includes(field))).toEqual([]);
    const { status } = await app.privacy.removeRecoveredSettings({
      body: { fields },
      headers: (await newAdvertiser(app)).headers,
    });
    expect(status).toBe(404);
  });

  it('an export that a recovery ended leaves no dead letter, and the owner gets an export of their own', async () => {
    const stranger = await newStranger(app);
    const first = bodyOf(await app.privacy.exportAccount({ headers: stranger.headers }));
    await recoveries.reset(app, stranger);
    const owner = await signedIn(stranger.email);
    const own = bodyOf(await app.privacy.exportAccount({ headers: owner }));
    expect(own.export_id).not.toBe(first.export_id);
    await deliverAll(app);
    // Both messages end, and the stranger's export with them.
    await app.work('export');
    const state = async (export_id: string) =>
      bodyOf(await app.privacy.readAccountExport({ params: { id: export_id }, headers: owner })).status;
    expect(await Promise.all([state(first.export_id), state(own.export_id)])).toEqual(['failed', 'completed']);
  });

  it('the recovery is null for an account that was never recovered', async () => {
    const { headers } = await newAdvertiser(app);
    expect(await app.accounts.readAccountRecovery({ headers })).toMatchObject({ body: { recovery: null } });
    expect(await app.accounts.confirmAccountRecovery({ headers })).toMatchObject({
      body: { recovery: null },
    });
  });
});

async function signedIn(email: string) {
  const answer = await app.accounts.login({ body: { email, password: 'some other words' } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { authorization: `Bearer ${answer.body.access_token}` };
}

describe('the list of what leads data out', () => {
  it('a recovery ends or lists what kinds of items name, and each way out belongs to a kind', () => {
    const recoveries = Object.values<ItemKind>(items).flatMap(({ recovery }) => (typeof recovery === 'object' ? [recovery] : []));
    const ended = recoveries.flatMap((recovery) => ('ends' in recovery ? [recovery.ends] : []));
    const confirmed = recoveries.flatMap((recovery) => ('confirms' in recovery ? [recovery.confirms] : []));
    expect([...new Set(ended)].toSorted()).toEqual(wayOutNames.toSorted());
    expect(confirmed.filter((name) => !(name in settings))).toEqual([]);
  });
});

describe('a live webhook endpoint', () => {
  it('a live webhook endpoint requires a verified account, and a test endpoint does not', async () => {
    const stranger = await newStranger(app);
    const { headers, id: accountId } = stranger;
    const create = (environment: 'live' | 'test') =>
      app.webhooks.createWebhookEndpoint({
        body: { url: 'https://shop.example.com/hook', environment },
        headers,
      });
    const refused = { status: 403, body: { code: 'verification_required' } };
    expect(await create('live')).toMatchObject(refused);
    expect((await create('test')).status).toBe(201);
    await app.users.change(accountId, { emailVerified: true });
    const live = await create('live');
    if (live.status !== 201) throw new Error(JSON.stringify(live.body));
    await app.users.change(accountId, { emailVerified: false });
    const change = (status: 'enabled' | 'disabled') =>
      app.webhooks.changeWebhookEndpoint({ params: { id: live.body.id }, body: { status }, headers });
    expect((await change('disabled')).status).toBe(200);
    expect(await change('enabled')).toMatchObject(refused);
  });
});
