import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import type { ActivityType } from '#shared/messages/activity-types.ts';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { codeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { created, newKey, operator, send } from '#test/api/licences/partner/partner-scene.ts';
import { invitationLink, invited, newHolder } from '#test/api/licences/team-scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';

export const password = 'correct horse battery';
const other = 'correct horse battery staple';
let hash: Promise<string> | undefined;
export const newOwner = async (app: TestApp, given: object = {}) => {
  hash ??= hashPassword(password);
  return await newUser(app, { passwordHash: await hash, ...given });
};

type Headers = Record<string, string>;
export type Ready = {
  id: number;
  headers: Headers;
  happen(headers: Headers, on?: TestApp): Promise<{ status: number; body: unknown }>;
  by?: 'operator' | 'anonymous';
  actorId?: number;
};

const body = <A extends { status: number; body: unknown }>(answer: A) => {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body as Extract<A['body'], object>;
};

async function withEndpoint(app: TestApp) {
  const owner = await newOwner(app);
  const { id } = await newEndpoint(app, owner.headers);
  return { ...owner, params: { id } };
}
async function withKey(app: TestApp) {
  const owner = await newOwner(app);
  const newKey = await app.keys.createKey({
    body: { name: 'Shop', kind: 'secret', environment: 'test' },
    headers: owner.headers,
  });
  return { ...owner, params: { id: String((body(newKey) as { id: string }).id) } };
}
async function withMfa(app: TestApp) {
  const owner = await enrolled(app);
  body(await app.accounts.confirmMfa({ body: { code: codeOf(app, owner.secret) }, headers: owner.headers }));
  app.world.clock.now += 30_000;
  return owner;
}
async function enrolled(app: TestApp) {
  const owner = await newOwner(app);
  const { secret } = body(await app.accounts.enrollMfa({ body: { password }, headers: owner.headers })) as {
    secret: string;
  };
  return { ...owner, secret };
}
async function withResetToken(app: TestApp, given: object) {
  const owner = await newOwner(app, given);
  app.world.clock.now += 1;
  body(await app.accounts.forgotPassword({ body: { email: owner.email } }));
  await app.work('reset_codes');
  const code = mailedCode(app, owner.email);
  const { reset_token } = body(await app.accounts.verifyResetCode({ body: { email: owner.email, code } })) as {
    reset_token: string;
  };
  const happen = (headers: Headers, on = app) =>
    on.accounts.resetPassword({
      body: { email: owner.email, code, reset_token, new_password: other },
      headers,
    });
  return { owner, happen };
}
async function withMember(app: TestApp) {
  const [holder, member] = [await newHolder(app), await newOwner(app)];
  const id = await invited(app, holder, member.email);
  body(await app.licences.acceptInvitation({ params: { id }, headers: member.headers }));
  return { holder, member };
}
const deleted = async (app: TestApp) => {
  const owner = await newOwner(app);
  body(await app.accounts.deleteAccount({ body: { password }, headers: owner.headers }));
  return owner;
};
const day = (app: TestApp) => new Date(app.world.clock.now).toISOString().slice(0, 10);
let phones = 345_670;

async function orderOfOctober(app: TestApp, headers: Headers) {
  const row = { ...orderOfDay, occurred_at: '2026-10-20T10:00:00Z' };
  await app.reconciliation.createReconciliation({ body: { rows: [row] }, query: {}, headers });
  await app.work('reconciliation');
}

const switchedOn = (app: TestApp, headers: Headers) =>
  app.destinations.changeDestination({
    params: { network: 'meta' },
    body: { state: 'collecting', consent_default: { US: 'granted' } },
    headers,
  });

const orderOfDay = { order_id: '1', occurred_at: '2026-11-20T10:00:00Z', value: 20, currency: 'USD' };

export const acts: Record<ActivityType, (app: TestApp) => Promise<Ready>> = {
  async account_created(app) {
    const email = `new${phones++}@company.example`;
    const person = { id: 0, headers: {} as Headers };
    return Object.assign(person, {
      async happen(headers: Headers, on = app) {
        const answer = await on.accounts.register({ body: { email, password }, headers });
        const { user, access_token } = body(answer) as { user: { id: number }; access_token: string };
        Object.assign(person, { id: user.id, headers: { authorization: `Bearer ${access_token}` } });
        return answer;
      },
    });
  },
  async sign_in(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.login({ body: { email: owner.email, password }, headers }),
    };
  },
  async sign_in_failed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      by: 'anonymous',
      happen: (headers, on = app) => on.accounts.login({ body: { email: owner.email, password: other }, headers }),
    };
  },
  async password_changed(app) {
    const owner = await newOwner(app);
    const signedIn = body(await app.accounts.login({ body: { email: owner.email, password } })) as {
      access_token: string;
    };
    const own = { authorization: `Bearer ${signedIn.access_token}` };
    return {
      ...owner,
      headers: own,
      happen: (headers, on = app) =>
        on.accounts.changePassword({
          body: { current_password: password, new_password: other },
          headers: { ...own, ...headers },
        }),
    };
  },
  async password_reset(app) {
    const { owner, happen } = await withResetToken(app, {});
    return { ...owner, happen };
  },
  async account_recovered(app) {
    const { owner, happen } = await withResetToken(app, { emailVerified: false });
    return { ...owner, happen };
  },
  async identity_linked(app) {
    const owner = await newOwner(app);
    const id_token = await app.world.idp.idToken({ sub: `sub${owner.id}`, email: owner.email });
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.signInWithIdp({ body: { id_token }, headers }),
    };
  },
  async mfa_enabled(app) {
    const owner = await enrolled(app);
    const code = codeOf(app, owner.secret);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.confirmMfa({ body: { code }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async mfa_disabled(app) {
    const owner = await withMfa(app);
    const code = codeOf(app, owner.secret);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.disableMfa({ body: { password, code }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async email_change_requested(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.accounts.changeEmail({
          body: { new_email: `next${owner.id}@new.example`, password },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async email_changed(app) {
    const owner = await newOwner(app);
    const new_email = `next${owner.id}@new.example`;
    body(await app.accounts.changeEmail({ body: { new_email, password }, headers: owner.headers }));
    const code = mailedCode(app, new_email);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.confirmEmail({ body: { code }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async phone_changed(app) {
    const owner = await newOwner(app);
    const phone = `+351912${phones++}`;
    body(await app.accounts.sendPhoneVerification({ body: { phone } }));
    const code = app.world.texts.findLast((text) => text.phone === phone)?.code ?? '';
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.accounts.changePhone({
          body: { phone, code, password },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async deletion_requested(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.deleteAccount({ body: { password }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async account_restored(app) {
    const owner = await deleted(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.restoreAccount({ body: { email: owner.email, password }, headers }),
    };
  },
  async account_invalidated(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      by: 'operator',
      happen: (headers, on = app) =>
        on.operators.invalidateAccount({
          body: { user_id: owner.id } as never,
          headers: { ...operator, ...headers },
        }),
    };
  },
  async account_reactivated(app) {
    const owner = await newOwner(app);
    body(await app.operators.invalidateAccount({ body: { user_id: owner.id } as never, headers: operator }));
    return {
      ...owner,
      by: 'operator',
      happen: (headers, on = app) =>
        on.operators.reactivateAccount({
          body: { user_id: owner.id } as never,
          headers: { ...operator, ...headers },
        }),
    };
  },
  async key_created(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.keys.createKey({
          body: { name: 'Shop', kind: 'read', environment: 'test' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async key_rotated(app) {
    const { params, ...owner } = await withKey(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.keys.rotateKey({ params, body: {}, headers: { ...owner.headers, ...headers } }),
    };
  },
  async key_revoked(app) {
    const { params, ...owner } = await withKey(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.keys.revokeKey({ params, headers: { ...owner.headers, ...headers } }),
    };
  },
  async webhook_endpoint_created(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.webhooks.createWebhookEndpoint({
          body: { url: 'https://shop.example.com/hook', environment: 'test' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async webhook_endpoint_changed(app) {
    const { params, ...owner } = await withEndpoint(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.webhooks.changeWebhookEndpoint({
          params,
          body: { description: 'Orders', status: 'disabled' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async webhook_endpoint_deleted(app) {
    const { params, ...owner } = await withEndpoint(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.webhooks.deleteWebhookEndpoint({ params, headers: { ...owner.headers, ...headers } }),
    };
  },
  async webhook_secret_rotated(app) {
    const { params, ...owner } = await withEndpoint(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.webhooks.rotateWebhookSecret({ params, headers: { ...owner.headers, ...headers } } as never),
    };
  },
  async events_export_requested(app) {
    const owner = await newOwner(app);
    const today = day(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.events.createExport({
          body: { from: today, to: today, environment: 'test' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async account_export_requested(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.privacy.exportAccount({ headers: { ...owner.headers, ...headers } }),
    };
  },
  async erasure_requested(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.privacy.erase({
          body: { external_user_id: 'customer-1' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async destination_changed(app) {
    const owner = await newOwner(app);
    return { ...owner, happen: (headers, on = app) => switchedOn(on, { ...owner.headers, ...headers }) };
  },
  async destination_deleted(app) {
    const owner = await newOwner(app);
    body(await switchedOn(app, owner.headers));
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.destinations.deleteDestination({ params: { network: 'meta' }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async consent_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.privacy.changeConsent({
          body: { external_user_id: 'customer-1', ad_user_data: 'denied' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async channel_rules_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.clicks.changeChannelRules({
          body: { rules: [{ id: 'radio', source: 'radio', channel: 'audio' }] },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async channel_rules_applied(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.clicks.applyChannelRules({
          body: { from: day(app) },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async traffic_rules_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.clicks.changeTrafficRules({
          body: { staff_networks: ['203.0.113.0/24'] },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async traffic_rules_applied(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.clicks.applyTrafficRules({
          body: { from: day(app) },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async member_invited(app) {
    const { params, ...holder } = await newHolder(app);
    return {
      ...holder,
      happen: (headers, on = app) =>
        on.licences.inviteTeamMember({
          params,
          body: { email: 'grace@company.example' },
          headers: { ...holder.headers, ...headers },
        }),
    };
  },
  async invitation_withdrawn(app) {
    const holder = await newHolder(app);
    const { params } = holder;
    const invitation_id = await invited(app, holder, 'grace@company.example');
    return {
      ...holder,
      happen: (headers, on = app) =>
        on.licences.removeTeamMember({
          params,
          query: { invitation_id },
          headers: { ...holder.headers, ...headers },
        }),
    };
  },
  async member_joined(app) {
    const [holder, member] = [await newHolder(app), await newOwner(app)];
    body(await app.licences.inviteTeamMember({ ...holder, body: { email: member.email } }));
    const token = (await invitationLink(app, member.email)).split('/').at(-1) ?? '';
    return {
      ...holder,
      actorId: member.id,
      happen: (headers, on = app) => on.mailLinks.acceptByLink({ params: { token }, headers } as never),
    };
  },
  async member_removed(app) {
    const { holder, member } = await withMember(app);
    return {
      ...member,
      actorId: holder.id,
      happen: (headers, on = app) =>
        on.licences.removeTeamMember({
          params: holder.params,
          query: { user_id: member.id },
          headers: { ...holder.headers, ...headers },
        }),
    };
  },
  async member_left(app) {
    const { holder, member } = await withMember(app);
    return {
      ...holder,
      actorId: member.id,
      happen: (headers, on = app) => on.licences.leaveTeam({ params: holder.params, headers: { ...member.headers, ...headers } }),
    };
  },
  async spend_imported(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.spend.createSpendImport({
          body: { network: 'meta', currency: 'USD', rows: [{ day: '2026-11-01', campaign: 'c', spend: 1 }] },
          query: { environment: 'test' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async spend_import_undone(app) {
    const owner = await newOwner(app);
    const rows = [{ day: '2026-11-01', campaign: 'c', spend: 1 }];
    const sent = { body: { network: 'meta', currency: 'USD', rows }, query: {}, headers: owner.headers };
    const { import_id } = body(await app.spend.createSpendImport(sent)) as { import_id: string };
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.spend.undoSpendImport({
          params: { id: import_id },
          query: {},
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async spend_aliases_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.spend.setSpendAliases({
          body: { aliases: [{ level: 'ad', value: 'mine', id: '7' }] },
          query: {},
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async reconciliation_created(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.reconciliation.createReconciliation({
          body: { rows: [orderOfDay] },
          query: { environment: 'test' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async reconciliation_repaired(app) {
    const owner = await newOwner(app);
    const sent = { body: { rows: [orderOfDay] }, query: {}, headers: owner.headers };
    const created = body(await app.reconciliation.createReconciliation(sent)) as {
      reconciliation_id: string;
    };
    const params = { id: created.reconciliation_id };
    await app.work('reconciliation');
    const preview = body(
      await app.reconciliation.previewRepair({
        params,
        query: {},
        body: { repair: 'send_missing' },
        headers: owner.headers,
      }),
    ) as { preview_id: string };
    return {
      ...owner,
      async happen(headers, on = app) {
        const answer = await on.reconciliation.sendMissingOrders({
          params,
          query: {},
          body: { preview_id: preview.preview_id },
          headers: { ...owner.headers, ...headers },
        });
        await on.work('reconciliation');
        return answer;
      },
    };
  },
  async reconciliation_repair_undone(app) {
    const owner = await newOwner(app);
    const sent = { body: { rows: [orderOfDay] }, query: {}, headers: owner.headers };
    const created = body(await app.reconciliation.createReconciliation(sent)) as {
      reconciliation_id: string;
    };
    const of = { params: { id: created.reconciliation_id }, query: {} };
    await app.work('reconciliation');
    const repair = { repair: 'void_doubles' as const };
    const preview = body(await app.reconciliation.previewRepair({ ...of, body: repair, headers: owner.headers })) as { preview_id: string };
    const { preview_id } = preview;
    await app.reconciliation.voidDoubles({ ...of, body: { preview_id }, headers: owner.headers });
    await app.work('reconciliation');
    return {
      ...owner,
      happen: (headers, on = app) => on.reconciliation.undoRepair({ ...of, body: repair, headers: { ...owner.headers, ...headers } }),
    };
  },
  async month_closed(app) {
    const owner = await newOwner(app);
    await orderOfOctober(app, owner.headers);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.reconciliation.closeReconciliationMonth({
          params: { month: '2026-10' },
          query: {},
          body: {},
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async month_reopened(app) {
    const owner = await newOwner(app);
    await orderOfOctober(app, owner.headers);
    const of = { params: { month: '2026-10' }, query: {} };
    await app.reconciliation.closeReconciliationMonth({ ...of, body: {}, headers: owner.headers });
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.reconciliation.reopenReconciliationMonth({
          ...of,
          body: { reason: 'late' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async reconciliation_rules_changed(app) {
    const owner = await newOwner(app);
    const rules = { excluded_statuses: ['draft'], excluded_channels: [], exclude_tests: true };
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.reconciliation.changeReconciliationRules({
          body: { ...rules, coverage_bound: 0.8 },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async exchange_rates_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.spend.setExchangeRates({
          body: { rates: [{ day: '2026-11-01', from: 'EUR', to: 'USD', rate: '1.1' }] },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async events_adjusted(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.adjustments.adjustEvent({
          params: { event_id: 'e1' },
          query: { environment: 'test' },
          body: { net_value: 1, reason: 'refund' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async adjustment_withdrawn(app) {
    const owner = await newOwner(app);
    const params = { event_id: 'e1' };
    const sent = { net_value: 1, reason: 'refund' as const };
    const { adjustment } = body(await app.adjustments.adjustEvent({ params, query: {}, body: sent, headers: owner.headers })) as {
      adjustment: { adjustment_id: string };
    };
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.adjustments.withdrawAdjustment({
          params,
          query: { adjustment_id: adjustment.adjustment_id },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async pixel_settings_changed(app) {
    const owner = await newOwner(app);
    const sent = { name: 'Shop', kind: 'public', environment: 'test' } as const;
    const { key } = body(await app.keys.createKey({ body: sent, headers: owner.headers })) as { key: string };
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.keys.changeSettings({
          query: { pixel_key: key },
          body: { click_window_days: 7, primary_event_type: 'order_created' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async profile_changed(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.accounts.changeProfile({
          body: { company: 'Northwind' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async session_ended(app) {
    const { email, ...owner } = await newOwner(app);
    body(await app.accounts.login({ body: { email, password } }));
    const { sessions } = body(await app.accounts.listSessions({ headers: owner.headers })) as {
      sessions: { id: string; is_current: boolean }[];
    };
    const id = sessions.find(({ is_current }) => !is_current)?.id ?? '';
    return {
      ...owner,
      happen: (headers, on = app) => on.accounts.endSession({ params: { id }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async upload_created(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      happen: (headers, on = app) => on.spend.createUpload({ body: { size_bytes: 10 }, headers: { ...owner.headers, ...headers } }),
    };
  },
  async event_sent(app) {
    const { params, ...owner } = await withKey(app);
    return {
      ...owner,
      happen: (headers, on = app) =>
        on.keys.sendWithKey({
          params,
          body: { event_type: 'order_created', event_id: 'order_created:1', svc_click_id: 's_nobody' },
          headers: { ...owner.headers, ...headers },
        }),
    };
  },
  async account_read(app) {
    const owner = await newOwner(app);
    return {
      ...owner,
      by: 'operator' as const,
      happen: (headers, on = app) => on.operators.readAccount({ params: { user_id: owner.id }, headers: { ...operator, ...headers } }),
    };
  },
  async licence_activated(app) {
    const owner = await newOwner(app);
    const license_key = newKey();
    await send(app, { event: 'activate', license_key, tier: 1, created_at: created });
    return {
      ...owner,
      happen: (headers, on = app) => on.licences.activateLicence({ body: { license_key }, headers: { ...owner.headers, ...headers } }),
    };
  },
  manager_linked: (app) => managed(app, 'linkManagedClient'),
  manager_unlinked: (app) => managed(app, 'unlinkManagedClient'),
};

async function managed(app: TestApp, operation: 'linkManagedClient' | 'unlinkManagedClient'): Promise<Ready> {
  const [owner, manager] = [await newOwner(app), await newUser(app)];
  const link = { manager_user_id: manager.id, client_user_id: owner.id };
  if (operation === 'unlinkManagedClient')
    body(await app.operators.linkManagedClient({ body: { ...link, reason: 'Asked' }, headers: operator }));
  return {
    ...owner,
    by: 'operator' as const,
    happen: (headers, on = app) =>
      operation === 'linkManagedClient'
        ? on.operators.linkManagedClient({
            body: { ...link, reason: 'Asked' },
            headers: { ...operator, ...headers },
          })
        : on.operators.unlinkManagedClient({ query: link, headers: { ...operator, ...headers } }),
  };
}
