// Slow: it walks pages in a browser.
import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { someOf } from '#test/kit/tier.ts';
import {
  account,
  channels,
  destinations,
  endpoints,
  entries,
  fields,
  keys,
  licences,
  radio,
  reconciliation,
  settings,
  traffic,
  tv,
} from './example-account.ts';
import { operations } from './example-answers.ts';
import { isOfPage, openExampleSite, type Sent } from './example-site.ts';

const site = openExampleSite();

type Answers = (typeof site)['state']['changes'];
type Write = {
  operation: string;
  by?: string;
  at: string;
  answers?: Answers;
  open?: string | ((page: Page) => Promise<unknown>);
  fill?: Record<string, string | true>;
  press: string | RegExp | ((page: Page) => Promise<unknown>);
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  isKeyed?: true;
  problems?: Record<string, string>;
  at422?: (field: string) => (string | number)[];
  rereads?: string[];
  shows?: string | RegExp;
  isSignedOut?: true;
  isWithoutCancel?: true;
};

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page.locator('main'), name).click();
  };
const menu = (of: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Actions of ${of}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\*)?$`);
const button = (scope: Locator, name: string | RegExp) =>
  scope.getByRole('button', { name: typeof name === 'string' ? exactly(name) : name }).first();

const months = (state: string): Answers => ({
  listReconciliationMonths: entries('months', {
    month: '2026-10',
    state,
    is_over: true,
    later_comparison: null,
    changed_since: [],
    comparison: {
      differences: 0,
      days_compared: 31,
      days: 31,
      orders: 9,
      excluded: 0,
      arrived: 9,
      coverage: 1,
    },
  }),
});
const ofEvent: Answers = {
  listEvents: entries('events', { id: 'entry_1', outcome: 'matched', event_id: 'order:1' }),
  readConversion: fields({
    event_id: 'order:1',
    value: '25.99',
    net_value: '20.00',
    currency: 'USD',
    adjustments: [
      {
        adjustment_id: 'adj_1',
        net_value: '20.00',
        reason: 'refund',
        effective_at: '2026-11-24T10:00:00.000Z',
        adjusted_by: { kind: 'user', id: '1' },
      },
    ],
  }),
};
const inDrawer = (name: string) => async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

const user = '/operators/users/4711';
const reasoned = { Reason: 'Asked for' };
const reason = 'Asked for';

const password = 'correct horse battery staple';
const signUp = async (page: Page) => {
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('E-mail').fill('ada@shop.example');
  await button(page.locator('main'), 'Send me a code').click();
  await page.getByLabel('Your name').waitFor();
};
const forgot = async (page: Page) => {
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill('ada@shop.example');
};

const writes: Write[] = [
  {
    operation: 'createKey',
    by: 'secret',
    at: '/keys',
    answers: keys,
    open: 'Create a key',
    fill: { Name: 'Till', Scope: 'pk_live_blog' },
    press: 'Create',
    body: { name: 'Till', kind: 'secret', environment: 'live', pixel_key: 'pk_live_blog' },
    isKeyed: true,
    problems: { name: 'Name', pixel_key: 'Scope' },
    rereads: ['listKeys'],
    shows: 'Store this secret on your server now',
    isWithoutCancel: true,
  },
  {
    operation: 'createKey',
    by: 'public',
    at: '/keys?env=test',
    answers: keys,
    open: 'Create a key',
    fill: { Public: true, Name: 'Shop', 'Allowed origins': 'https://a.example\nhttps://b.example' },
    press: 'Create',
    body: {
      name: 'Shop',
      kind: 'public',
      environment: 'test',
      allowed_origins: ['https://a.example', 'https://b.example'],
    },
    isKeyed: true,
    problems: { name: 'Name', allowed_origins: 'Allowed origins' },
    isWithoutCancel: true,
  },
  {
    operation: 'createKey',
    by: 'read-only',
    at: '/keys',
    answers: keys,
    open: 'Create a key',
    fill: { 'Read-only': true, Name: 'Sheet', Reads: 'performance', Expires: '30' },
    press: 'Create',
    body: { name: 'Sheet', kind: 'read', environment: 'live', expires_in_days: 30, scope: 'performance' },
    isKeyed: true,
    problems: { name: 'Name', scope: 'Reads' },
    isWithoutCancel: true,
  },
  {
    operation: 'rotateKey',
    at: '/keys',
    answers: keys,
    open: 'Rotate Back end',
    fill: { 'The old secret stops': '3600' },
    press: 'Rotate',
    params: { id: 'key_secret' },
    body: { grace_seconds: 3600 },
    isKeyed: true,
    rereads: ['listKeys'],
    isWithoutCancel: true,
  },
  {
    operation: 'revokeKey',
    at: '/keys',
    answers: keys,
    open: 'Revoke Blog',
    press: 'Revoke',
    params: { id: 'key_other' },
    rereads: ['listKeys'],
  },
  {
    operation: 'changeSettings',
    at: '/keys',
    answers: {
      ...settings,
      changeSettings: (_: object, { body }: Sent) => ({ pixel_key: 'pk_live_shop', ...(body as object) }),
    },
    fill: {
      'Allowed origins': 'https://b.example',
      'Event types that count as conversions': 'order_created\nlead',
      'Click window, in days': '45',
      'Events without a known click ID': 'off',
      'User window, in days': '90',
      'Primary event type': 'signup',
    },
    press: 'Save',
    query: { pixel_key: 'pk_live_shop' },
    body: {
      allowed_origins: ['https://b.example'],
      conversion_event_types: ['order_created', 'lead'],
      click_window_days: 45,
      identity_attribution: 'off',
      identity_window_days: 90,
      primary_event_type: 'signup',
    },
    problems: {
      allowed_origins: 'Allowed origins',
      click_window_days: 'Click window, in days',
      conversion_event_types: 'Event types that count as conversions',
      identity_attribution: 'Events without a known click ID',
      identity_window_days: 'User window, in days',
    },
    shows: 'Saved.',
  },
  {
    operation: 'changeSettings',
    by: 'target return',
    at: '/performance',
    answers: {
      ...keys,
      reportPerformance: (report: object) => ({ ...report, target_return: '3' }),
      changeSettings: (_: object, { body }: Sent) => ({ pixel_key: 'pk_live_shop', ...(body as object) }),
    },
    open: 'Target return 3.00×',
    fill: { 'Target return': '2.5' },
    press: 'Save',
    query: { pixel_key: 'pk_live_shop' },
    body: { target_return: '2.5' },
    problems: { target_return: 'Target return' },
    rereads: ['reportPerformance'],
    isWithoutCancel: true,
  },
  {
    operation: 'changeDestination',
    by: 'switch',
    at: '/destinations',
    answers: destinations,
    press: (page) => page.getByLabel('Collect for Meta').click(),
    params: { network: 'meta' },
    body: { state: 'collecting', consent_default: { US: 'granted' }, phone_country: 'US' },
    rereads: ['reportCoverage'],
    shows: 'This holds for events and clicks from',
  },
  {
    operation: 'changeDestination',
    by: 'countries',
    at: '/destinations',
    answers: destinations,
    fill: { 'Countries where unknown consent counts as granted': 'us, ca', 'Country of phone numbers': '' },
    press: 'Save',
    params: { network: 'meta' },
    body: { state: 'off', consent_default: { US: 'granted', CA: 'granted' }, phone_country: null },
    problems: {
      consent_default: 'Countries where unknown consent counts as granted',
      phone_country: 'Country of phone numbers',
    },
    rereads: ['reportCoverage'],
    shows: 'Saved.',
  },
  {
    operation: 'createWebhookEndpoint',
    at: '/webhooks?env=test',
    open: 'Add an endpoint',
    fill: { URL: 'https://new.example/', Description: 'New', 'key.exposed': true },
    press: 'Add',
    body: {
      url: 'https://new.example/',
      description: 'New',
      events: ['key.exposed'],
      environment: 'test',
    },
    isKeyed: true,
    problems: { url: 'URL', description: 'Description' },
    rereads: ['listWebhookEndpoints'],
    shows: 'Store this secret on your server now',
    isWithoutCancel: true,
  },
  {
    operation: 'changeWebhookEndpoint',
    by: 'editing',
    at: '/webhooks',
    answers: endpoints,
    open: menu('https://b.example/', 'Edit'),
    fill: { URL: 'https://c.example/', Description: 'Newer' },
    press: 'Save',
    params: { id: 'whe_b' },
    body: { url: 'https://c.example/', description: 'Newer', events: ['key.exposed'] },
    problems: { url: 'URL', description: 'Description' },
    rereads: ['listWebhookEndpoints'],
    isWithoutCancel: true,
  },
  {
    operation: 'changeWebhookEndpoint',
    by: 'enabling',
    at: '/webhooks',
    answers: endpoints,
    press: 'Enable https://b.example/',
    params: { id: 'whe_b' },
    body: { status: 'enabled' },
    rereads: ['listWebhookEndpoints'],
  },
  {
    operation: 'changeWebhookEndpoint',
    by: 'disabling',
    at: '/webhooks',
    answers: endpoints,
    press: menu('https://a.example/', 'Disable'),
    params: { id: 'whe_a' },
    body: { status: 'disabled' },
    rereads: ['listWebhookEndpoints'],
  },
  {
    operation: 'rotateWebhookSecret',
    at: '/webhooks',
    answers: endpoints,
    open: menu('https://b.example/', 'Rotate the secret'),
    press: 'Rotate',
    params: { id: 'whe_b' },
    body: {},
    isKeyed: true,
    rereads: ['listWebhookEndpoints'],
    isWithoutCancel: true,
  },
  {
    operation: 'deleteWebhookEndpoint',
    at: '/webhooks',
    answers: endpoints,
    open: menu('https://b.example/', 'Delete'),
    press: 'Delete',
    params: { id: 'whe_b' },
    rereads: ['listWebhookEndpoints'],
  },
  {
    operation: 'testWebhookEndpoint',
    at: '/webhooks?endpoint=whe_a',
    answers: endpoints,
    press: 'Send a test event',
    params: { id: 'whe_a' },
    body: {},
    rereads: ['listWebhookDeliveries'],
  },
  {
    operation: 'replayWebhookEndpoint',
    at: '/webhooks?endpoint=whe_a',
    answers: endpoints,
    press: 'Replay all undelivered',
    params: { id: 'whe_a' },
    rereads: ['listWebhookDeliveries'],
    body: { since: '2026-10-28T12:00:00.000Z' },
  },
  {
    operation: 'replayWebhookDelivery',
    at: '/webhooks?endpoint=whe_a',
    answers: endpoints,
    open: 'Details of evt_a',
    press: 'Replay',
    params: { id: 'whe_a', delivery_id: 'whd_a' },
    body: {},
    rereads: ['listWebhookDeliveries'],
    isWithoutCancel: true,
  },
  {
    operation: 'changeChannelRules',
    by: 'adding',
    at: '/channels',
    answers: channels,
    open: 'Add a rule',
    fill: {
      Name: 'partner',
      'Host of the page before': 'p.example',
      utm_source: 's',
      utm_medium: 'm',
      'The campaign begins with': 'c_',
      Channel: 'referral',
      Place: 'first',
    },
    press: 'Add the rule',
    body: {
      rules: [
        {
          id: 'partner',
          host: 'p.example',
          source: 's',
          medium: 'm',
          campaign_prefix: 'c_',
          channel: 'referral',
        },
        radio,
        tv,
      ],
    },
    problems: {
      id: 'Name',
      host: 'Host of the page before',
      source: 'utm_source',
      medium: 'utm_medium',
      campaign_prefix: 'The campaign begins with',
    },
    at422: (field) => ['body', 'rules', 0, field],
  },
  {
    operation: 'changeChannelRules',
    by: 'moving',
    at: '/channels',
    answers: channels,
    press: 'Move tv up',
    body: { rules: [tv, radio] },
  },
  {
    operation: 'changeChannelRules',
    by: 'removing',
    at: '/channels',
    answers: channels,
    open: 'Remove tv',
    press: 'Remove the rule',
    body: { rules: [radio] },
  },
  {
    operation: 'applyChannelRules',
    by: 'dry',
    at: '/channels?from=2026-11-05',
    answers: channels,
    press: 'Dry run',
    body: { from: '2026-11-05', dry_run: true },
    problems: { from: 'Clicks since (UTC)' },
  },
  {
    operation: 'applyChannelRules',
    at: '/channels?from=2026-11-05&run=run_1',
    answers: channels,
    open: 'Apply the rules',
    press: 'Apply the rules',
    body: { from: '2026-11-05', dry_run: false },
    rereads: ['readChannelRules'],
  },
  {
    operation: 'changeTrafficRules',
    by: 'networks',
    at: '/traffic',
    answers: traffic,
    fill: { Networks: '198.51.100.0/24\n203.0.113.0/24' },
    press: 'Save the networks',
    body: { staff_networks: ['198.51.100.0/24', '203.0.113.0/24'] },
    problems: { staff_networks: 'Networks' },
    rereads: ['readTrafficRules'],
    shows: 'Saved. New clicks follow',
  },
  {
    operation: 'changeTrafficRules',
    by: 'switching',
    at: '/traffic',
    answers: traffic,
    open: (page) => page.getByLabel('Loaded, not opened').click(),
    press: 'Switch the rule off',
    body: { rules_off: ['click_flood', 'prefetch'] },
    rereads: ['readTrafficRules'],
  },
  {
    operation: 'applyTrafficRules',
    by: 'dry',
    at: '/traffic?since=2026-11-05',
    answers: traffic,
    press: 'Dry run',
    body: { from: '2026-11-05', dry_run: true },
    problems: { from: 'Clicks since (UTC)' },
  },
  {
    operation: 'applyTrafficRules',
    at: '/traffic?since=2026-11-05&run=run_1',
    answers: traffic,
    open: 'Apply the rules',
    press: 'Apply the rules',
    body: { from: '2026-11-05', dry_run: false },
    rereads: ['readTrafficRules', 'reportTraffic'],
  },
  {
    operation: 'setExchangeRates',
    at: '/spend?tab=rates',
    open: 'Add rates',
    fill: { 'Day, from, to, rate': '2026-11-20,EUR,USD,1.0825' },
    press: 'Add the rate',
    body: { rates: [{ day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.0825' }] },
    rereads: ['listExchangeRates'],
  },
  {
    operation: 'setExchangeRates',
    by: 'removing',
    at: '/spend?tab=rates',
    answers: {
      listExchangeRates: entries(
        'rates',
        { day: '2026-11-20', from: 'EUR', to: 'USD', rate: '1.1' },
        { day: '2026-11-21', from: 'EUR', to: 'USD', rate: '1.2' },
      ),
    },
    open: 'Show rates of EUR to USD',
    press: 'Remove the rate of 2026-11-20',
    body: { rates: [{ day: '2026-11-20', from: 'EUR', to: 'USD', rate: null }] },
    rereads: ['listExchangeRates'],
    shows: 'The rate of 2026-11-20 is removed.',
    isWithoutCancel: true,
  },
  {
    operation: 'setSpendAliases',
    by: 'removing',
    at: '/spend?tab=joins&env=test',
    answers: {
      listSpendAliases: () => ({
        aliases: [
          { level: 'campaign', network: 'google_ads', value: 'spring', id: '7', name: null },
          { level: 'ad', network: null, value: 'banner', id: null, name: 'Banner' },
        ],
      }),
    },
    press: 'Remove the alias banner means Banner',
    query: { environment: 'test' },
    body: { aliases: [{ level: 'campaign', network: 'google_ads', value: 'spring', id: '7', name: null }] },
    shows: 'Removed: banner means Banner.',
  },
  {
    operation: 'setSpendAliases',
    by: 'adding',
    at: '/spend?tab=joins',
    answers: {
      listSpendAliases: () => ({
        aliases: [{ level: 'ad', network: null, value: 'a', id: '1', name: null }],
      }),
      listSpendJoins: (joins: object) => ({
        ...joins,
        spend_without_clicks: [
          {
            network: 'google_ads',
            account: 'default',
            pixel_key: null,
            level: 'campaign',
            campaign_id: '7',
            campaign: 'Spring sale',
            ad_group_id: null,
            ad_group: null,
            ad_id: null,
            ad: null,
            currency: 'USD',
            spend: '75.50',
            days: 3,
            candidates: [
              {
                pixel_key: 'pk_live_1',
                campaign: 'spring_sale',
                ad_group: '',
                ad_id: '',
                evidence: { name_distance: 1, contains: false, shared_days: 2 },
              },
            ],
          },
        ],
        clicks_without_spend: [],
      }),
    },
    press: 'They are the same: spring_sale and Spring sale',
    query: { environment: 'live' },
    body: {
      aliases: [
        { level: 'ad', network: null, value: 'a', id: '1', name: null },
        { level: 'campaign', network: 'google_ads', value: 'spring_sale', id: '7', name: null },
      ],
    },
    rereads: ['listSpendJoins'],
  },
  {
    operation: 'setSpendAliases',
    by: 'hand',
    at: '/spend?tab=joins',
    answers: {
      listSpendAliases: () => ({ aliases: [] }),
      listSpendJoins: (joins: object) => ({
        ...joins,
        spend_without_clicks: [
          {
            network: 'meta',
            account: 'default',
            pixel_key: null,
            level: 'ad',
            campaign_id: null,
            campaign: 'Spring',
            ad_group_id: null,
            ad_group: null,
            ad_id: '9',
            ad: 'New name',
            currency: 'USD',
            spend: '75.50',
            days: 3,
            candidates: [],
          },
        ],
        clicks_without_spend: [],
      }),
    },
    open: 'Add an alias for New name',
    fill: { 'In your links': ' ad_42 ' },
    press: 'Add it',
    query: { environment: 'live' },
    body: { aliases: [{ level: 'ad', network: 'meta', value: 'ad_42', id: '9', name: null }] },
    rereads: ['listSpendJoins'],
    isWithoutCancel: true,
  },
  {
    operation: 'undoSpendImport',
    at: '/spend?env=test',
    answers: {
      listSpendImports: entries('imports', {
        import_id: 'imp_1',
        status: 'completed',
        unchanged: false,
        network: 'google_ads',
        created_at: '2026-11-20T10:00:00.000Z',
      }),
    },
    open: press(/^Undo /),
    press: 'Undo the import',
    params: { id: 'imp_1' },
    query: { environment: 'test' },
    rereads: ['listSpendImports'],
  },
  ...(['sendMissingOrders', 'adjustOrderValues', 'voidDoubles'] as const).map((operation, at): Write => {
    const title = ['Send the missing orders', 'Take the values of the shop', 'Void the doubles'][at] ?? '';
    return {
      operation,
      at: '/books?env=test',
      answers: reconciliation,
      open: `Preview: ${title}`,
      press: [/^Send 9/, /^Adjust 9/, /^Void 9/][at] ?? '',
      params: { id: 'rec_1' },
      query: { environment: 'test' },
      body: { preview_id: 'preview_1' },
      rereads: ['readReconciliation'],
    };
  }),
  {
    operation: 'undoRepair',
    at: '/books?env=test',
    answers: {
      ...reconciliation,
      readReconciliation: (body: { repairs: object[]; categories: object }) => ({
        ...reconciliation.readReconciliation(body),
        repairs: [{ ...body.repairs[0], repair: 'void_doubles', status: 'completed', changes: 4 }],
      }),
    },
    open: 'Undo: Void the doubles',
    press: 'Undo the repair',
    params: { id: 'rec_1' },
    query: { environment: 'test' },
    body: { repair: 'void_doubles' },
    rereads: ['readReconciliation'],
  },
  {
    operation: 'closeReconciliationMonth',
    at: '/books?tab=history&env=test',
    answers: months('open'),
    open: 'Close October 2026',
    fill: { Reason: 'Checked' },
    press: /^Close with/,
    params: { month: '2026-10' },
    query: { environment: 'test' },
    body: { reason: 'Checked' },
    problems: { reason: 'Reason' },
    rereads: ['listReconciliationMonths'],
  },
  {
    operation: 'reopenReconciliationMonth',
    at: '/books?tab=history&env=test',
    answers: months('closed'),
    open: 'Reopen October 2026',
    fill: { Reason: 'Late' },
    press: 'Reopen the month',
    params: { month: '2026-10' },
    query: { environment: 'test' },
    body: { reason: 'Late' },
    problems: { reason: 'Reason' },
    rereads: ['listReconciliationMonths'],
  },
  {
    operation: 'adjustEvent',
    at: '/events?env=test&open=entry_1',
    answers: ofEvent,
    open: inDrawer('Refund or cancel'),
    fill: { Note: 'Torn' },
    press: /^Take/,
    params: { event_id: 'order:1' },
    query: { environment: 'test' },
    body: { net_value: '0.00', reason: 'refund', note: 'Torn' },
    problems: { net_value: 'Amount, USD', note: 'Note' },
    rereads: ['readConversion'],
    isWithoutCancel: true,
  },
  {
    operation: 'withdrawAdjustment',
    at: '/events?env=test&open=entry_1',
    answers: ofEvent,
    open: inDrawer('Undo the newest adjustment'),
    press: 'Undo the adjustment',
    params: { event_id: 'order:1' },
    query: { environment: 'test', adjustment_id: 'adj_1' },
    rereads: ['readConversion'],
    isWithoutCancel: true,
  },
  {
    operation: 'changeReconciliationRules',
    at: '/books?tab=rules',
    answers: {
      readReconciliationRules: () => ({
        excluded_statuses: ['pending'],
        paid_statuses: [],
        excluded_channels: ['pos'],
        exclude_tests: false,
        coverage_bound: 0.9,
      }),
    },
    fill: {
      'Statuses that are no sales': 'pending\nVoided',
      'Statuses of sales that no list has': 'Packed',
      'Channels of the shop that adtrail does not get': 'pos\nkiosk',
      'Leave out test orders': true,
      'Coverage that you want to reach': '95.5',
    },
    press: 'Save the rules',
    body: {
      excluded_statuses: ['pending', 'voided'],
      excluded_channels: ['pos', 'kiosk'],
      paid_statuses: ['packed'],
      exclude_tests: true,
      coverage_bound: 0.955,
    },
    problems: {
      excluded_statuses: 'Statuses that are no sales',
      paid_statuses: 'Statuses of sales that no list has',
      excluded_channels: 'Channels of the shop that adtrail does not get',
      coverage_bound: 'Coverage that you want to reach',
    },
    shows: 'The rules are saved.',
  },
  {
    operation: 'replayEvent',
    at: '/events?open=entry_1',
    answers: {
      listEvents: entries('events', {
        id: 'entry_1',
        outcome: 'rejected',
        event_id: undefined,
        reason: 'event_id_missing',
        replayable_until: '2026-12-01T10:00:00.000Z',
        replayed_at: undefined,
      }),
    },
    fill: { event_id: 'order:1' },
    press: 'Replay',
    params: { event_id: 'entry_1' },
    body: { event: { event_id: 'order:1' } },
    problems: { event_id: 'event_id' },
    rereads: ['listEvents'],
    isWithoutCancel: true,
  },
  {
    operation: 'checkSite',
    at: '/links',
    press: 'Check this page',
    fill: { 'Address of your landing page': ' https://shop.example/ ' },
    body: { url: 'https://shop.example/' },
    problems: { url: 'Address of your landing page' },
  },
  {
    operation: 'discover',
    at: '/competitors',
    press: 'Search',
    answers: { readDiscoveryStatus: (body: object) => ({ ...body, task: null }) },
    fill: { 'Your website': ' new.example ' },
    body: { company_website: 'new.example', async_mode: true },
    problems: { company_website: 'Your website' },
    rereads: ['readDiscoveryStatus'],
  },
  {
    operation: 'setOwnPage',
    at: '/competitors?tab=own',
    press: 'Connect',
    answers: { readDiscoveryStatus: fields({ task: null, has_own_page: false }) },
    fill: { 'Or enter its address in the ad library': ' https://library.example/1 ' },
    body: { page_url: 'https://library.example/1' },
    problems: { page_url: 'Or enter its address in the ad library' },
    rereads: ['readDiscoveryStatus'],
  },
  {
    operation: 'discoverOwnPage',
    at: '/competitors?tab=own',
    press: 'Find it by my website',
    answers: { readDiscoveryStatus: fields({ task: null, has_own_page: false }) },
    rereads: ['readDiscoveryStatus'],
  },
  {
    operation: 'generateAdPrompt',
    at: '/competitors?tab=ads',
    answers: {
      readSocialAds: (body: { competitors: { ads: object[] }[] }) => ({
        competitors: [
          {
            ...body.competitors[0],
            name: 'Strideloom',
            ads: [
              {
                ...body.competitors[0]?.ads[0],
                id: 'ad_1',
                title: 'Rain',
                body: 'A shoe',
                image_urls: ['https://media.example/media/1.png'],
              },
            ],
          },
        ],
      }),
    },
    open: 'Make a prompt from Rain',
    press: 'Make the prompt',
    body: {
      ad_id: 'ad_1',
      image_url: 'https://media.example/media/1.png',
      competitor_name: 'Strideloom',
      ad_text: 'Rain\nA shoe',
    },
    isWithoutCancel: true,
  },
  {
    operation: 'generateTemplatePrompt',
    at: '/competitors?tab=own',
    answers: {
      readDiscoveryStatus: fields({ task: null, has_own_page: true }),
      readOwnAds: entries(
        'ads',
        { id: 'ad_1', title: 'Rain', image_urls: ['https://media.example/media/1.png'] },
        { id: 'ad_2', title: 'Sun', image_urls: ['https://media.example/media/2.png'] },
      ),
    },
    open: async (page) => {
      await page.getByLabel('Use Sun as a template').check();
      await button(page.locator('main'), 'Make a prompt for my products').click();
    },
    fill: { 'Or the address of a picture': ' https://shop.example/shoe.png ' },
    press: 'Make the prompt',
    body: {
      ad_images: ['https://media.example/media/2.png'],
      product_images: ['https://shop.example/shoe.png'],
    },
    problems: { product_images: 'Or the address of a picture' },
    isWithoutCancel: true,
  },
  {
    operation: 'planKeywords',
    at: '/keywords',
    press: 'Make a new plan',
    rereads: ['readKeywordPlanTask'],
  },
  {
    operation: 'changeProfile',
    at: '/account/profile',
    press: 'Save',
    answers: { changeProfile: (_: object, { body }: Sent) => body },
    fill: {
      Name: 'Joan',
      Company: 'Shoes',
      'Company website': 'new.example',
      Role: ' ',
    },
    body: {
      full_name: 'Joan',
      company: 'Shoes',
      company_website: 'new.example',
      role: null,
      timezone: 'Europe/Lisbon',
    },
    problems: { full_name: 'Name', company: 'Company', company_website: 'Company website', role: 'Role' },
    shows: 'Saved.',
  },
  {
    operation: 'changeEmail',
    at: '/account/profile',
    press: 'Change e-mail',
    answers: { readMe: fields({ mfa_enabled: true, has_password: true, email_verified: true }) },
    open: async (page) => {
      const form = page.locator('form').filter({ hasText: 'Your address is' });
      await form.getByLabel(exactly('Password')).fill(password);
      await form.getByLabel(exactly('Code of your second factor')).fill('123456');
    },
    fill: { 'New e-mail': 'joan@shop.example' },
    body: { new_email: 'joan@shop.example', password, mfa_code: '123456' },
    problems: { new_email: 'New e-mail' },
  },
  {
    operation: 'confirmEmail',
    at: '/account/profile',
    press: 'Confirm the address',
    open: async (page) => {
      const form = page.locator('form').filter({ hasText: 'Your address is' });
      await form.getByLabel(exactly('New e-mail')).fill('joan@shop.example');
      await form.getByLabel(exactly('Password')).fill(password);
      await button(page.locator('main'), 'Change e-mail').click();
    },
    fill: { 'Code from the e-mail': ' 123456 ' },
    body: { code: '123456' },
    problems: { code: 'Code from the e-mail' },
    shows: 'Your address was changed.',
  },
  {
    operation: 'changePassword',
    at: '/account/security',
    press: 'Change password',
    answers: { readMe: fields({ mfa_enabled: true, has_password: true, email_verified: true }) },
    open: async (page) => {
      const form = page.locator('form').filter({ hasText: 'Current password' });
      await form.getByLabel(exactly('Code of your second factor')).fill('123456');
    },
    fill: { 'Current password': 'old words', 'New password': 'new words' },
    body: { current_password: 'old words', new_password: 'new words', mfa_code: '123456' },
    problems: { current_password: 'Current password', new_password: 'New password' },
    rereads: ['listSessions'],
  },
  {
    operation: 'enrollMfa',
    at: '/account/security',
    press: 'Set up',
    body: { password },
    open: (page) => page.locator('form').filter({ hasText: 'authenticator app' }).getByLabel(exactly('Password')).fill(password),
  },
  {
    operation: 'confirmMfa',
    at: '/account/security',
    press: 'Turn on',
    open: async (page) => {
      const form = page.locator('form').filter({ hasText: 'authenticator app' });
      await form.getByLabel(exactly('Password')).fill(password);
      await button(form, 'Set up').click();
    },
    fill: { 'Code of the app': ' 123456 ' },
    body: { code: '123456' },
    problems: { code: 'Code of the app' },
    rereads: ['readMe'],
  },
  {
    operation: 'disableMfa',
    at: '/account/security',
    press: 'Turn off',
    answers: { readMe: fields({ mfa_enabled: true, has_password: true, email_verified: true }) },
    open: (page) => page.locator('form').filter({ hasText: 'The second factor is on' }).getByLabel(exactly('Password')).fill(password),
    fill: { 'Code of the app, or a recovery code': ' 123456 ' },
    body: { password, code: '123456' },
    problems: { code: 'Code of the app, or a recovery code' },
    rereads: ['readMe'],
  },
  {
    operation: 'endSession',
    at: '/account/security',
    press: 'End the session of Firefox',
    answers: {
      listSessions: entries(
        'sessions',
        { id: 'session_1', is_current: true, client: 'Chrome' },
        { id: 'session_2', is_current: false, client: 'Firefox' },
      ),
    },
    params: { id: 'session_2' },
    rereads: ['listSessions'],
  },
  {
    operation: 'endOtherSessions',
    at: '/account/security',
    press: 'End all others',
    answers: { listSessions: entries('sessions', { is_current: true }, { is_current: false }) },
    rereads: ['listSessions'],
  },
  {
    operation: 'sendVerification',
    at: '/keys',
    press: 'Send me a code',
    answers: { ...keys, readMe: fields({ email: 'ada@shop.example', email_verified: false, phone: null }) },
    body: { email: 'ada@shop.example' },
    shows: 'We sent a code of six digits to ada@shop.example.',
  },
  {
    operation: 'verifyCode',
    at: '/keys',
    press: 'Verify',
    answers: { ...keys, readMe: fields({ email: 'ada@shop.example', email_verified: false, phone: null }) },
    open: 'Send me a code',
    fill: { Code: ' 123456 ' },
    body: { email: 'ada@shop.example', code: '123456' },
    rereads: ['readMe'],
  },
  {
    operation: 'confirmAccountRecovery',
    at: '/account/profile',
    press: 'I have checked them',
    answers: {
      readAccountRecovery: ({ recovery }: { recovery: object }) => ({
        recovery: { ...recovery, confirmed_at: null },
      }),
    },
  },
  {
    operation: 'removeRecoveredSettings',
    at: '/account/profile',
    press: 'Remove rules, aliases and rates',
    answers: {
      readAccountRecovery: ({ recovery }: { recovery: object }) => ({
        recovery: {
          ...recovery,
          confirmed_at: null,
          to_confirm: [{ field: 'traffic_rules', value: 'v', removable: true }],
        },
      }),
    },
    body: { fields: ['traffic_rules'] },
  },
  {
    operation: 'activateLicence',
    at: '/account/people',
    press: 'Activate',
    answers: licences,
    fill: { 'Licence key': ' licence-2 ' },
    body: { license_key: 'licence-2' },
    problems: { license_key: 'Licence key' },
    rereads: ['listLicences'],
  },
  {
    operation: 'acceptInvitation',
    at: '/account/people',
    press: 'Join the team',
    answers: licences,
    params: { id: 'inv_1' },
    rereads: ['listInvitations', 'listLicences'],
  },
  {
    operation: 'declineInvitation',
    at: '/account/people',
    press: 'Decline',
    answers: licences,
    params: { id: 'inv_1' },
    rereads: ['listInvitations', 'listLicences'],
  },
  {
    operation: 'leaveTeam',
    at: '/account/people',
    press: 'Leave this team',
    answers: { ...licences, listLicences: entries('licences', { license_key: 'licence-3', role: 'member' }) },
    params: { license_key: 'licence-3' },
    rereads: ['listLicences'],
  },
  {
    operation: 'inviteTeamMember',
    at: '/account/people',
    press: 'Invite',
    answers: licences,
    fill: { 'Invite by e-mail': 'new@team.example' },
    params: { license_key: 'licence-1' },
    body: { email: 'new@team.example' },
    problems: { email: 'Invite by e-mail' },
    rereads: ['listTeam'],
    shows: 'The invitation was sent.',
  },
  {
    operation: 'removeTeamMember',
    by: 'member',
    at: '/account/people',
    answers: licences,
    press: 'Remove grace@team.example',
    params: { license_key: 'licence-1' },
    query: { user_id: '11' },
    rereads: ['listTeam'],
  },
  {
    operation: 'removeTeamMember',
    by: 'invitation',
    at: '/account/people',
    answers: licences,
    press: 'Withdraw the invitation of joan@team.example',
    params: { license_key: 'licence-1' },
    query: { invitation_id: 'inv_2' },
    rereads: ['listTeam'],
  },
  {
    operation: 'exportAccount',
    at: '/account/data',
    press: 'Export my data',
    rereads: ['readAccountExport'],
  },
  {
    operation: 'erase',
    at: '/account/data',
    press: 'Erase',
    open: async (page) => {
      await page.getByLabel('External user ID').fill(' customer-7 ');
      await button(page.locator('main'), 'Erase').click();
    },
    body: { external_user_id: 'customer-7' },
    shows: 'The erasure has been accepted.',
  },
  {
    operation: 'deleteAccount',
    at: '/account/data',
    open: 'Delete my account',
    answers: { readMe: fields({ mfa_enabled: true, has_password: true, email_verified: true }) },
    fill: { Password: password, 'Code of your second factor': '123456' },
    press: 'Delete my account',
    body: { password, mfa_code: '123456' },
    shows: 'Your account is deleted.',
  },
  {
    operation: 'changeEmailPreferences',
    at: '/account/notifications',
    answers: { readEmailPreferences: () => ({ lifecycle_emails: false }) },
    press: (page) => page.getByLabel('Tips and reminders').click(),
    body: { lifecycle_emails: true },
  },
  {
    operation: 'login',
    at: '/sign-in',
    isSignedOut: true,
    press: 'Sign in',
    fill: { 'E-mail': 'ada@shop.example', Password: password },
    body: { email: 'ada@shop.example', password },
    problems: { email: 'E-mail', password: 'Password' },
  },
  {
    operation: 'sendVerification',
    by: 'signing up',
    at: '/sign-in',
    isSignedOut: true,
    open: (page) => page.getByRole('button', { name: 'Create an account' }).click(),
    press: 'Send me a code',
    fill: { 'E-mail': 'ada@shop.example' },
    body: { email: 'ada@shop.example' },
    problems: { email: 'E-mail' },
    shows: 'We sent a code of six digits to ada@shop.example.',
  },
  {
    operation: 'completeRegistration',
    at: '/sign-in',
    isSignedOut: true,
    open: signUp,
    press: 'Create account',
    fill: { Code: '123456', 'Your name': 'Ada', Password: password },
    body: { email: 'ada@shop.example', code: '123456', password, full_name: 'Ada' },
    problems: { code: 'Code', full_name: 'Your name', password: 'Password' },
  },
  {
    operation: 'sendPhoneVerification',
    at: '/sign-in',
    isSignedOut: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('button', { name: 'Use a phone number instead' }).click();
    },
    press: 'Send me a code',
    fill: { 'Phone number': '+351 912 345 678' },
    body: { phone: '+351 912 345 678' },
    problems: { phone: 'Phone number' },
  },
  {
    operation: 'forgotPassword',
    at: '/sign-in',
    isSignedOut: true,
    press: 'Send me a code',
    open: forgot,
    body: { email: 'ada@shop.example' },
    problems: { email: 'E-mail' },
  },
  {
    operation: 'resetPassword',
    at: '/sign-in',
    isSignedOut: true,
    answers: { verifyResetCode: fields({ reset_token: 'token_1' }) },
    open: async (page) => {
      await forgot(page);
      await button(page.locator('main'), 'Send me a code').click();
    },
    fill: { Code: '123456', 'New password': password },
    press: 'Set password',
    body: { email: 'ada@shop.example', code: '123456', reset_token: 'token_1', new_password: password },
    problems: { new_password: 'New password' },
    shows: 'Your password was changed. Sign in with it.',
  },
  {
    operation: 'loginDevUser',
    at: '/operators',
    isSignedOut: true,
    press: 'Sign in',
    fill: { 'E-mail': 'ada@shop.example', Password: password },
    body: { email: 'ada@shop.example', password },
    problems: { email: 'E-mail', password: 'Password' },
  },
  {
    operation: 'setWaitlist',
    by: 'putting on',
    at: user,
    answers: account,
    open: 'Put on the waitlist',
    fill: reasoned,
    press: 'Put on',
    body: { user_id: 4711, on_waitlist: true, reason },
    problems: { reason: 'Reason' },
    rereads: ['readAccount'],
  },
  {
    operation: 'setWaitlist',
    by: 'taking off',
    at: '/operators/waitlist',
    answers: {
      listWaitlist: entries('accounts', { user_id: 1, email: 'a@x.example' }, { user_id: 2, email: 'b@x.example' }),
    },
    open: 'Take off the waitlist: b@x.example',
    fill: reasoned,
    press: 'Take off',
    body: { user_id: 2, on_waitlist: false, reason },
    rereads: ['listWaitlist'],
  },
  {
    operation: 'pauseBillingSubscription',
    at: user,
    answers: account,
    open: 'Pause the subscription',
    fill: reasoned,
    press: 'Pause',
    body: { user_id: 4711, reason },
    rereads: ['readAccount'],
  },
  {
    operation: 'toggleAssistantAds',
    at: user,
    answers: account,
    open: 'Enable',
    fill: { ...reasoned, 'Ad account': ' act_2 ', 'Name of the credentials': ' assistant_b ' },
    press: 'Enable',
    body: { user_id: 4711, enabled: true, reason, account_id: 'act_2', credential_ref: 'assistant_b' },
    problems: { account_id: 'Ad account', credential_ref: 'Name of the credentials' },
    rereads: ['readAccount'],
  },
  {
    operation: 'setIngestLimits',
    at: user,
    answers: account,
    open: 'Change',
    fill: { ...reasoned, 'Events per second': '900', 'At once': '5000' },
    press: 'Save',
    body: { user_id: 4711, reason, events_per_second: 900, burst: 5000 },
    problems: { events_per_second: 'Events per second', burst: 'At once' },
    rereads: ['readAccount'],
  },
  {
    operation: 'linkManagedClient',
    at: user,
    answers: account,
    open: 'Link a client',
    fill: { ...reasoned, 'User ID of the client': '99' },
    press: 'Link',
    body: { manager_user_id: 4711, client_user_id: 99, reason },
    problems: { client_user_id: 'User ID of the client' },
    rereads: ['readAccount'],
  },
  {
    operation: 'unlinkManagedClient',
    at: user,
    answers: account,
    open: 'Unlink user 88',
    fill: reasoned,
    press: 'Unlink',
    query: { manager_user_id: '4711', client_user_id: '88' },
    body: { reason },
    rereads: ['readAccount'],
  },
  {
    operation: 'changeUserPassword',
    at: user,
    answers: account,
    open: 'Set a password',
    fill: { ...reasoned, 'New password': password },
    press: 'Set the password',
    body: { user_id: 4711, new_password: password, reason },
    problems: { new_password: 'New password' },
    rereads: ['readAccount'],
  },
  {
    operation: 'removeMfa',
    at: user,
    answers: account,
    open: 'Remove the second factor',
    fill: reasoned,
    press: 'Remove',
    body: { user_id: 4711, reason },
    rereads: ['readAccount'],
  },
  {
    operation: 'invalidateAccount',
    at: user,
    answers: account,
    open: 'Invalidate the account',
    fill: { ...reasoned, 'Type ada@shop.example to confirm': 'ada@shop.example' },
    press: 'Invalidate',
    body: { user_id: 4711, reason },
    rereads: ['readAccount'],
  },
  {
    operation: 'reactivateAccount',
    at: user,
    open: 'Reactivate the account',
    press: 'Reactivate',
    answers: {
      ...account,
      readAccount: (body: never) => {
        const ended = account.readAccount(body);
        return { ...ended, user: { ...ended.user, is_active: false, email: 'invalidate_ada@shop.example' } };
      },
    },
    fill: { ...reasoned, 'New e-mail (if the earlier one was registered again)': 'joan@shop.example' },
    body: { user_id: 4711, new_email: 'joan@shop.example', reason },
    problems: { new_email: 'New e-mail (if the earlier one was registered again)' },
    rereads: ['readAccount'],
  },
  {
    operation: 'revokeKeys',
    by: 'one',
    at: user,
    answers: account,
    open: 'Revoke Blog',
    press: 'Revoke',
    fill: reasoned,
    body: { user_id: 4711, reason, key_id: 'key_2' },
    rereads: ['readAccount'],
  },
  {
    operation: 'revokeKeys',
    by: 'all',
    at: user,
    answers: account,
    open: 'Revoke all',
    press: 'Revoke',
    fill: reasoned,
    body: { user_id: 4711, reason },
    rereads: ['readAccount'],
  },
  {
    operation: 'grantCredits',
    at: user,
    answers: account,
    open: 'Grant credits',
    press: 'Grant',
    fill: { ...reasoned, Credits: '25' },
    body: { user_id: 4711, amount: 25, reason },
    isKeyed: true,
    problems: { amount: 'Credits' },
    rereads: ['readAccount', 'listAccountCredits'],
  },
  {
    operation: 'reverseCredits',
    at: user,
    answers: account,
    open: 'Reverse Sorry',
    press: 'Reverse',
    fill: reasoned,
    body: { user_id: 4711, transaction_id: 'tx_2', reason },
    rereads: ['readAccount', 'listAccountCredits'],
  },
  {
    operation: 'setLicence',
    at: '/operators/licences?key=licence-1',
    press: 'Save',
    answers: {
      readLicences: entries('licences', {
        license_key: 'licence-1',
        tier: 1,
        tier_name: 'silver',
        status: 'active',
        user_id: 5,
      }),
    },
    open: press(/manually/),
    fill: { ...reasoned, Status: 'deactivated', Tier: '3', 'User ID of the holder': '6' },
    body: { license_key: 'licence-1', status: 'deactivated', reason, tier: 3, user_id: 6 },
    problems: { status: 'Status', tier: 'Tier', user_id: 'User ID of the holder' },
    rereads: ['readLicences'],
  },
  {
    operation: 'takeBillingEventAgain',
    at: '/operators/webhooks',
    press: 'Take again',
    answers: {
      listReceivedWebhooks: entries(
        'webhooks',
        { id: 'w1', event_id: 'evt_1', can_be_taken_again: true },
        { id: 'w2', event_id: 'evt_2', can_be_taken_again: true },
      ),
    },
    open: 'Take again: evt_2',
    fill: reasoned,
    params: { event_id: 'evt_2' },
    body: { reason },
    rereads: ['listReceivedWebhooks'],
  },
  ...(['redriveDeadLetters', 'deleteDeadLetters'] as const).map((operation, at): Write => {
    const label = ['Send back', 'Delete'][at] ?? '';
    return {
      operation,
      at: '/operators/queues?queue=export',
      open: label,
      fill: reasoned,
      press: label,
      answers: { listQueues: entries('queues', { name: 'mail', dead: 2 }, { name: 'export', dead: 3 }) },
      params: { queue: 'export' },
      body: { reason },
      rereads: ['listQueues', 'listDeadLetters'],
    };
  }),
  {
    operation: 'redriveKeptEffects',
    at: '/operators/queues?queue=kept-effects',
    open: 'Deliver them',
    fill: reasoned,
    press: 'Deliver',
    body: { reason },
    rereads: ['listQueues', 'listKeptEffects'],
  },
  {
    operation: 'backupDatabase',
    at: '/operators/backups',
    open: 'Start a backup',
    press: 'Start',
    rereads: ['listBackups', 'readTask'],
  },
  {
    operation: 'recount',
    at: '/operators/jobs',
    open: 'Recount',
    press: 'Recount',
    fill: {
      ...reasoned,
      'User ID': ' 4711 ',
      'First day (UTC)': '2026-11-01',
      'Last day (UTC)': '2026-11-20',
    },
    body: { user_id: 4711, from: '2026-11-01', to: '2026-11-20', reason },
    problems: { email: 'E-mail', user_id: 'User ID', from: 'First day (UTC)' },
    rereads: ['listTasks', 'readTask'],
  },
  {
    operation: 'pruneOldRows',
    at: '/operators/jobs',
    open: 'Prune old rows',
    press: 'Run',
    rereads: ['listTasks', 'readTask'],
  },
  {
    operation: 'runAssistantReports',
    at: '/operators/jobs',
    open: 'Reports of assistant ads',
    press: 'Run',
    rereads: ['listTasks'],
  },
  ...(
    [
      ['grantDailyCredits', 'Daily credits', { credits_amount: 5 }],
      ['grantNewSignupCredits', 'Sign-up credits', {}],
      ['topUpPartners', 'Monthly partner credits', {}],
      ['runSubscriptionRenewals', 'Renewals', {}],
    ] as const
  ).map(([operation, title, body]): Write => {
    return {
      operation,
      at: '/operators/jobs',
      press: 'Run',
      body: { dry_run: false, ...body },
      isKeyed: true,
      open: async (page) => {
        const job = page.getByRole('region', { name: title });
        await button(job, 'Dry run').click();
        await button(job, 'Run').click();
      },
      rereads: ['listTasks', 'readTask'],
    };
  }),
  {
    operation: 'createDevUser',
    at: '/operators/people',
    open: 'Add an operator',
    press: 'Add',
    fill: { ...reasoned, Name: 'Joan', 'E-mail': 'joan@x.example', 'First password': password },
    body: { full_name: 'Joan', email: 'joan@x.example', password, role: 'read', reason },
    problems: { full_name: 'Name', email: 'E-mail', password: 'First password' },
    rereads: ['listDevUsers'],
  },
  {
    operation: 'changeDevUserPassword',
    at: '/operators/people',
    open: 'Change password',
    press: 'Change',
    answers: { listDevUsers: entries('dev_users', { id: 5 }), readDevUser: fields({ id: 5, role: 'write' }) },
    fill: { 'Current password': 'old words', 'New password': 'new words' },
    body: { current_password: 'old words', new_password: 'new words' },
    problems: { current_password: 'Current password', new_password: 'New password' },
  },
  ...(
    [
      ['role', 'Change role: Joan', 'Let them only read', { role: 'read' }],
      ['removal', 'Remove: Joan', 'Remove', { is_active: false }],
      ['factor', 'Remove second factor: Joan', 'Remove the second factor', { mfa_enabled: false }],
    ] as const
  ).map(([by, open, label, body]): Write => {
    return {
      operation: 'updateDevUser',
      by,
      at: '/operators/people',
      open,
      fill: reasoned,
      press: label,
      answers: {
        readDevUser: fields({ id: 5, role: 'write' }),
        listDevUsers: entries(
          'dev_users',
          { id: 5, full_name: 'Ada' },
          { id: 6, full_name: 'Joan', role: 'write', is_active: true, mfa_enabled: true },
        ),
      },
      body: { dev_user_id: 6, ...body, reason },
      rereads: ['listDevUsers'],
    };
  }),
];

/** Tests of their own write these, because they need files, several answers or another site. */
const elsewhere: Record<string, string> = {
  loginMfa: 'console.test.ts',
  loginDevUserMfa: 'operators.test.ts',
  enrollDevUserMfa: 'operators.test.ts',
  confirmDevUserMfa: 'operators.test.ts',
  verifyResetCode: 'a request before resetPassword',
  restoreAccount: 'walks/account.ts',
  signInWithIdp: 'walks/account.ts',
  exchangeIdpCode: 'walks/account.ts',
  signUpWithIdp: 'walks/account.ts',
  sendWithKey: 'console.test.ts',
  createSession: 'console.test.ts',
  createReconciliation: 'walks/books.ts',
  previewRepair: 'a request before each repair',
  createSpendImport: 'spend.test.ts',
  createUpload: 'spend.test.ts',
};

it('every write of the console is described', () => {
  const used = new Set<string>();
  for (const file of globSync('web/console/**/*.{ts,tsx}'))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/['"](\w+)['"]/g))
      if (operations.has(name) && operations.get(name)?.method !== 'GET') used.add(name);
  const described = new Set([...writes.map(({ operation }) => operation), ...Object.keys(elsewhere)]);
  expect([...used].filter((name) => !described.has(name))).toEqual([]);
});

const labelled = (scope: Locator, label: string) => scope.getByLabel(exactly(label)).first();

async function fillIn(scope: Locator, write: Write) {
  for (const [label, value] of Object.entries(write.fill ?? {})) {
    const field = labelled(scope, label);
    const kind = await field.evaluate((one) => (one as { tagName: string; type?: string }).type ?? '');
    if (value === true) await field.check();
    else if (kind.startsWith('select')) await field.selectOption(value);
    else await field.fill(value);
  }
}

async function begin({ open, ...write }: Write): Promise<Locator> {
  const { page } = site;
  if (typeof open === 'string') await press(open)(page);
  else await open?.(page);
  const dialog = page.getByRole('dialog');
  if (open && (await dialog.count()) === 0 && !write.isSignedOut) await site.settled();
  const scope = (await dialog.count()) > 0 ? dialog.last() : page.locator('main');
  await fillIn(scope, write);
  return scope;
}

const pressed = (scope: Locator, name: Write['press']) => (typeof name === 'function' ? name(site.page) : button(scope, name).click());

const isInactive = '[aria-busy=true][aria-disabled=true], input:disabled';

const titleOf = ({ operation, by }: Write) => (by ? `${operation} (${by})` : operation);

/** Writes of money, claims, access and erasure are tried in each run. */
const guards =
  /key|order|repair|adjust|month|double|erase|deleteAccount|password|mfa|credits|licence|login|session|team|invitation|invalidate|undo|recovery/i;
const others = writes.filter(({ operation }) => !guards.test(operation));
const tried = [...writes.filter(({ operation }) => guards.test(operation)), ...someOf(others, 12)];

describe('a write', () => {
  it.each(tried.map((write) => [titleOf(write), write] as const))('%s', async (_, write) => {
    const { page, state } = site;
    const { operation, problems = {}, at422 = (field) => ['body', field] } = write;
    const known = operations.get(operation);
    const sentWrites = () => site.sent.filter((one) => one.operation === operation && isMeant(one.body));
    const isMeant = (body: unknown) =>
      (body as { dry_run?: boolean } | undefined)?.dry_run === (write.body as { dry_run?: boolean })?.dry_run;
    state.changes = write.answers ?? {};
    if (write.isSignedOut) await site.signOut(write.at);
    else await site.open(write.at);

    let scope = await begin(write);
    const cancel = scope.getByRole('button', { name: 'Cancel' });
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    if (isDialog && !write.isWithoutCancel) {
      await cancel.click();
      await scope.waitFor({ state: 'detached' });
      expect(sentWrites()).toEqual([]);
      scope = await begin(write);
    }

    const hasProblems = Object.keys(problems).length > 0;
    const notOfPage = { type: 'value_error', loc: ['body', 'field_of_later'], msg: 'Not now.' };
    const refusal = hasProblems
      ? { status: 503, body: { detail: 'Not now.', code: 'unavailable' } }
      : { status: 422, body: { detail: [notOfPage], code: 'validation_failed' } };
    state.replies[operation] = (one) => (isMeant(one.body) ? refusal : null);
    site.hold();
    await pressed(scope, write.press);
    await expect.poll(() => sentWrites().length, { timeout: 10_000 }).toBe(1);
    const inactive =
      typeof write.press === 'function'
        ? page.locator('main').locator(isInactive).first()
        : button(scope, write.press).and(page.locator(isInactive));
    await inactive.waitFor();
    await inactive.evaluate((one) => (one as { click(): void }).click());
    await page.keyboard.press('Enter');
    site.answer();
    const shownNow = page.getByText('Not now.');
    await shownNow.first().waitFor();
    if (!hasProblems) expect(await shownNow.allTextContents()).toEqual(['field_of_later: Not now.']);
    if (typeof write.press !== 'function') expect(await button(scope, write.press).evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(sentWrites()).toHaveLength(1);

    if (hasProblems) {
      const ofPage = Object.keys(problems).map((field) => ({
        type: 'value_error',
        loc: at422(field),
        msg: `Not this ${field}.`,
      }));
      const detail = [...ofPage, notOfPage];
      state.replies[operation] = () => ({ status: 422, body: { detail, code: 'validation_failed' } });
      await pressed(scope, write.press);
      for (const [field, label] of Object.entries(problems)) {
        await scope.getByText(`Not this ${field}.`, { exact: true }).waitFor();
        expect(await page.getByText(`Not this ${field}.`).count()).toBe(1);
        const ids = await labelled(scope, label).getAttribute('aria-describedby');
        const described = page.locator(
          (ids ?? 'none')
            .split(' ')
            .map((id) => `[id="${id}"]`)
            .join(', '),
        );
        expect((await described.allTextContents()).join(' ')).toContain(`Not this ${field}.`);
      }
      expect(await shownNow.allTextContents()).toEqual(['field_of_later: Not now.']);
    }

    delete state.replies[operation];
    const before = site.sent.length;
    await pressed(scope, write.press);
    const attempts = hasProblems ? 3 : 2;
    await expect.poll(() => sentWrites().length, { timeout: 10_000 }).toBe(attempts);
    await site.settled();
    const path = Object.entries(write.params ?? {}).reduce((text, [name, value]) => text.replace(`{${name}}`, value), known?.path ?? '');
    const { query = {}, body } = write;
    for (const one of sentWrites()) expect(one).toMatchObject({ method: known?.method, path, query, ...(body !== undefined && { body }) });
    expect(Object.keys(sentWrites().at(-1)?.query ?? {}).toSorted()).toEqual(Object.keys(query).toSorted());
    if (body !== undefined) expect(sentWrites().at(-1)?.body).toEqual(body);
    expect(known?.isKeyed).toBe(known?.isKeyed && write.isKeyed === true);
    const [first] = sentWrites();
    if (write.isKeyed) {
      expect(first?.key).toMatch(/^[\w-]{8,}/);
      expect(new Set(sentWrites().map(({ key }) => key)).size).toBe(1);
    }
    const read = new Set(site.sent.slice(before).map((one) => one.operation));
    expect((write.rereads ?? []).filter((name) => !read.has(name))).toEqual([]);
    if (write.shows) await page.getByText(write.shows).first().waitFor();
  });
});

it('get started creates a secret and a public key, and a second attempt is the same request', async () => {
  const revoked = { revoked_at: '2026-11-20T10:00:00.000Z', environment: 'live', exposed: null };
  site.state.changes = {
    listKeys: entries(
      'keys',
      { ...revoked, id: 'key_1', kind: 'secret' },
      { ...revoked, id: 'key_2', kind: 'secret' },
      { ...revoked, id: 'key_3', kind: 'public' },
      { ...revoked, id: 'key_4', kind: 'public', environment: 'test' },
    ),
  };
  await site.open('/start');
  const made = () => site.sent.filter(({ operation }) => operation === 'createKey');
  site.state.replies.createKey = ({ body }) =>
    (body as { kind: string }).kind === 'public' ? { status: 503, body: { detail: 'Not now.' } } : null;
  const create = site.page.getByRole('button', { name: 'Create my live keys' });
  await create.click();
  await site.page.getByText('Not now.').waitFor();
  delete site.state.replies.createKey;
  site.forget();
  await create.click();
  await expect.poll(() => made().length, { timeout: 10_000 }).toBe(2);
  await site.settled();
  expect(made().map(({ body, key }) => [body, key])).toEqual([
    [{ name: 'Back end', kind: 'secret', environment: 'live' }, 'get-started:live:secret:2'],
    [{ name: 'Website', kind: 'public', environment: 'live' }, 'get-started:live:public:1'],
  ]);
  expect(site.sent.filter(isOfPage).at(-1)?.operation).toBe('listKeys');
});

it('the link builder uses each field of a channel without macros', async () => {
  await site.open('/links');
  const build = site.page.getByRole('region', { name: 'Build a link' });
  const channel = build.getByLabel('Channel');
  const names = await channel.locator('option').allTextContents();
  await channel.selectOption({ label: names.at(-1) ?? '' });
  await build.getByLabel('Landing page').fill('https://shop.example/a?b=c');
  for (const [at, field] of (await build.getByRole('textbox').all()).entries()) if (at > 0) await field.fill(`name ${at}`);
  expect(await build.getByRole('region', { name: 'Tagged link' }).textContent()).toBe(
    'https://shop.example/a?b=c&svc_campaign=name%201&svc_ad_group=name%202&svc_ad_id=name%203',
  );
});
