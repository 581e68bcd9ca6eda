export const entries =
  (name: string, ...rows: object[]) =>
  (body: Record<string, object[]>) => ({
    ...body,
    [name]: rows.map((row, at) => ({ ...body[name]?.[at % (body[name]?.length ?? 1)], ...row })),
  });
export const fields = (changed: object) => (body: object) => ({ ...body, ...changed });

const working = {
  revoked_at: null,
  exposed: null,
  previous_expires_at: null,
  expires_at: null,
  environment: 'live',
};
export const keys = {
  listKeys: entries(
    'keys',
    { ...working, id: 'key_secret', name: 'Back end', kind: 'secret', scope: null, pixel_key: null },
    { ...working, id: 'key_public', name: 'Shop', kind: 'public', pixel_key: 'pk_live_shop', last4: 'shop' },
    { ...working, id: 'key_other', name: 'Blog', kind: 'public', pixel_key: 'pk_live_blog', last4: 'blog' },
  ),
};
export const settings = {
  ...keys,
  readSettings: fields({
    pixel_key: 'pk_live_shop',
    allowed_origins: ['https://a.example'],
    conversion_event_types: ['lead'],
    click_window_days: 30,
    identity_attribution: 'report',
    identity_window_days: 60,
    primary_event_type: 'lead',
    target_return: '2.5',
  }),
};
export const meta = {
  network: 'meta',
  state: 'off',
  consent_default: { US: 'granted' },
  phone_country: 'US',
  collecting_since: null,
  created_at: null,
  updated_at: null,
};
export const destinations = {
  listDestinations: () => ({ destinations: [meta] }),
};
export const endpoints = {
  listWebhookEndpoints: entries(
    'endpoints',
    { id: 'whe_a', url: 'https://a.example/', status: 'enabled', environment: 'live', events: [] },
    {
      id: 'whe_b',
      url: 'https://b.example/',
      status: 'disabled',
      environment: 'live',
      description: 'Old',
      events: ['key.exposed'],
      disabled_reason: null,
    },
  ),
  listWebhookDeliveries: entries('deliveries', { id: 'whd_a', event_id: 'evt_a', status: 'delivered' }),
};
const ownRule = { host: null, source: null, medium: null, campaign_prefix: null };
export const channels = {
  readChannelRules: (rules: { list: { version: string } }) => ({
    ...rules,
    version: 7,
    rules: [
      { ...ownRule, id: 'radio', source: 'radio', channel: 'affiliate' },
      { ...ownRule, id: 'tv', medium: 'tv', channel: 'email' },
    ],
    list: { ...rules.list, version: 'list_7' },
  }),
  readChannelRulesApplication: fields({
    application_id: 'run_1',
    dry_run: true,
    status: 'completed',
    from: '2026-11-05',
    moved: 12,
    version: 7,
    list_version: 'list_7',
  }),
};
export const radio = { ...ownRule, id: 'radio', source: 'radio', channel: 'affiliate' };
export const tv = { ...ownRule, id: 'tv', medium: 'tv', channel: 'email' };
export const traffic = {
  readTrafficRules: (rules: object) => ({
    ...rules,
    version: 7,
    staff_networks: ['203.0.113.0/24'],
    rules_off: ['click_flood'],
    rules: [
      { id: 'prefetch', traffic: 'preview', when: 'it was', is_on: true, is_available: true },
      { id: 'click_flood', traffic: 'suspect', when: 'it was', is_on: false, is_available: true },
    ],
  }),
  readTrafficRulesApplication: fields({
    application_id: 'run_1',
    dry_run: true,
    status: 'completed',
    from: '2026-11-05',
    moved: 12,
    version: 7,
  }),
};
export const reconciliation = {
  listReconciliations: entries('reconciliations', { reconciliation_id: 'rec_1', status: 'completed' }),
  listReconciliationMonths: entries(
    'months',
    { month: '2026-11', state: 'open', is_over: false },
    { month: '2026-10', state: 'closed', is_over: true },
    { month: '2026-09', state: 'reopened', is_over: true },
  ),
  readReconciliation: (body: { categories: object; findings?: object[] }) => ({
    ...body,
    reconciliation_id: 'rec_1',
    status: 'completed',
    repairs: [],
    findings: body.findings?.map((finding, at) => ({
      ...finding,
      facts: { orders: 71 + at, arrived: 62, coverage: 0.53, bound: 0.94 },
    })),
    categories: { ...body.categories, missing: 3, rejected: 7, value_differs: 4, doubled: 5 },
  }),
  previewRepair: fields({ preview_id: 'preview_1', changes: 9 }),
};
export const licences = {
  listLicences: entries('licences', {
    license_key: 'licence-1',
    tier_name: 'gold',
    status: 'active',
    role: 'holder',
  }),
  listTeam: entries(
    'members',
    { status: 'member', user_id: 11, email: 'grace@team.example', invitation_id: null },
    { status: 'invited', user_id: null, email: 'joan@team.example', full_name: null, invitation_id: 'inv_2' },
  ),
  listInvitations: entries('invitations', { invitation_id: 'inv_1' }),
};
export const account = {
  readAccount: (body: { user: object; subscriptions: object[]; assistant_ads: object; keys: object[] }) => ({
    ...body,
    deleted_at: null,
    managed_client_ids: [77, 88],
    user: {
      ...body.user,
      id: 4711,
      email: 'ada@shop.example',
      is_active: true,
      on_waitlist: false,
      mfa_enabled: true,
    },
    keys: [
      { ...body.keys[0], id: 'key_1', name: 'Shop', revoked_at: null, suspended_at: null },
      { ...body.keys[1], id: 'key_2', name: 'Blog', revoked_at: null, suspended_at: null },
    ],
    assistant_ads: { enabled: false, account_id: 'act_1', credential_ref: null },
    ingest_limits: {
      events_per_second: null,
      burst: 2000,
      effective: { events_per_second: 500, burst: 2000 },
    },
  }),
  listAccountCredits: entries(
    'transactions',
    { id: 'tx_1', reason: 'Thanks', type: 'ADJUSTMENT', amount: 10, reverses: undefined },
    { id: 'tx_2', reason: 'Sorry', type: 'ADJUSTMENT', amount: 20, reverses: undefined },
  ),
};

export const standing = {
  ...settings,
  ...endpoints,
  ...channels,
  ...traffic,
  ...reconciliation,
  ...licences,
  ...account,
  readMe: fields({ email_verified: true, mfa_enabled: false, has_password: true }),
  readDevUser: fields({ role: 'write' }),
};
