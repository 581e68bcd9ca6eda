// Night: it walks pages in a browser.
import { account, entries, settings } from './example-account.ts';
import { openExampleSite, type Sent } from './example-site.ts';

const site = openExampleSite();
const field = (label: string) =>
  site.page
    .getByLabel(label, { exact: true })
    .or(site.page.getByLabel(`${label} *`, { exact: true }))
    .first();
const press = (name: string | RegExp) =>
  site.page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();
const shows = (label: string, value: string) =>
  expect.poll(() => field(label).inputValue(), { timeout: 10_000, message: label }).toBe(value);

describe('a field of the address', () => {
  const fields: [string, string, string, string, string][] = [
    ['/operators', 'q', 'Text to find', 'shoe', 'hat'],
    ['/operators/licences', 'key', 'Licence key or user ID', 'licence-1', '4711'],
    ['/operators/audit', 'user', 'User ID', '4711', '12'],
    ['/operators/audit', 'action', 'Action', 'grant_credits', 'revoke_keys'],
    ['/channels', 'link', 'Landing page, with its parameters', 'https://a.example/', 'https://b.example/'],
    ['/channels', 'referrer', 'Page before', 'https://c.example/', 'https://d.example/'],
    ['/performance', 'contains', 'Part of a campaign, ad group or ad', 'spring', 'autumn'],
    ['/competitors', 'find', 'Name, website or what they sell', 'shoe', 'hat'],
    ['/competitors?tab=ads', 'text', 'Text of an ad', 'rain', 'snow'],
    ['/events', 'id', 'Event, click or request ID', 'order:1', 'order:2'],
    ['/events', 'ad', 'Ad', 'ad_1', 'ad_2'],
    ['/?to=2026-11-20', 'from', 'First day', '2026-11-02', '2026-11-03'],
    ['/?from=2026-11-02', 'to', 'Last day', '2026-11-20', '2026-11-21'],
  ];
  it.each(fields)('of %s shows its %s after the address has another', async (path, name, label, one, two) => {
    const addressOf = (value: string) => `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
    await site.open(addressOf(one));
    if (path === '/performance') await site.page.getByRole('button', { name: 'Filters', exact: true }).click();
    await shows(label, one);
    await site.follow(addressOf(two));
    await shows(label, two);
    await site.page.goBack();
    await shows(label, one);
  });

  it('keeps the focus while a day is typed', async () => {
    await site.open('/?from=2026-11-02&to=2026-11-20');
    await field('First day').focus();
    await site.page.keyboard.type('11');
    await site.page.keyboard.type('05');
    await site.page.keyboard.type('2026');
    await shows('First day', '2026-11-05');
    await expect.poll(() => site.page.evaluate('location.search')).toContain('2026-11-05');
  });
});

describe('the settings of a public key', () => {
  const origins = 'Allowed origins';
  const originsOf = { pk_live_shop: 'https://shop.example', pk_live_blog: 'https://blog.example' };
  const answers = {
    ...settings,
    readSettings: (body: object, { query }: Sent) => ({
      ...settings.readSettings(body),
      pixel_key: query.pixel_key,
      allowed_origins: [originsOf[query.pixel_key as keyof typeof originsOf]],
    }),
    changeSettings: (body: object, sent: Sent) => ({
      ...answers.readSettings(body, sent),
      ...(sent.body as object),
    }),
  };

  it('are those of the chosen key, also of one that is loaded', async () => {
    site.state.changes = answers;
    await site.open('/keys');
    await shows(origins, originsOf.pk_live_shop);
    await field('Public key').selectOption('pk_live_blog');
    await shows(origins, originsOf.pk_live_blog);
    await field('Public key').selectOption('pk_live_shop');
    await shows(origins, originsOf.pk_live_shop);
    await field(origins).fill('https://other.example');
    await press('Save');
    await site.page.getByText('Saved.').waitFor();
    await field('Public key').selectOption('pk_live_blog');
    await shows(origins, originsOf.pk_live_blog);
    await site.page.getByText('Saved.').waitFor({ state: 'detached' });
    await press('Save');
    await site.page.getByText('Saved.').waitFor();
    const saves = site.sent.filter(({ operation }) => operation === 'changeSettings');
    expect(saves.map(({ query, body }) => [query.pixel_key, (body as { allowed_origins: string[] }).allowed_origins])).toEqual([
      ['pk_live_shop', ['https://other.example']],
      ['pk_live_blog', [originsOf.pk_live_blog]],
    ]);
  });

  it('are those of a working key after the chosen key is revoked', async () => {
    let isRevoked = false;
    site.state.changes = {
      ...answers,
      listKeys: (body: never) => {
        const list = settings.listKeys(body) as unknown as { keys: { id: string }[] };
        return { keys: list.keys.filter(({ id }) => !isRevoked || id !== 'key_other') };
      },
      revokeKey: (body: object) => {
        isRevoked = true;
        return body;
      },
    };
    await site.open('/keys');
    await field('Public key').selectOption('pk_live_blog');
    await shows(origins, originsOf.pk_live_blog);
    await press('Revoke Blog');
    await press('Revoke');
    await shows(origins, originsOf.pk_live_shop);
  });
});

describe('the account that an operator sees', () => {
  const inDialog = (of: string, button: string, label: string) => async () => {
    const section = site.page.getByRole('region', { name: of, exact: true });
    await section.getByRole('button', { name: button, exact: true }).click();
    const value = await field(label).inputValue();
    await site.page.keyboard.press('Escape');
    return value;
  };
  const parts: Record<string, [() => Promise<unknown>, unknown, unknown]> = {
    'ad account': [inDialog('Assistant ads', 'Enable', 'Ad account'), 'act_4711', 'act_77'],
    'limit of events': [inDialog('Limits of events', 'Change', 'At once'), '5711', '1077'],
    'searched event': [() => field('Event or request ID').inputValue(), 'order:1', ''],
    'shown activity': [
      async () => (await site.page.getByRole('button', { name: 'Show the activity' }).count()) === 0,
      ...([true, false] as const),
    ],
  };
  it('is the one of the address, also when both are loaded', async () => {
    site.state.changes = {
      readAccount: (body: never, { path }: Sent) => {
        const id = Number(path.split('/').at(-1));
        const read = account.readAccount(body);
        return {
          ...read,
          user: { ...read.user, id },
          assistant_ads: { enabled: false, account_id: `act_${id}`, credential_ref: null },
          ingest_limits: { ...read.ingest_limits, burst: 1000 + id },
        };
      },
    };
    await site.open('/operators/users/77');
    await site.follow('/operators/users/4711');
    await field('Event or request ID').fill('order:1');
    await press('Find');
    await press('Show the activity');
    await site.settled();
    for (const [name, [read, value]] of Object.entries(parts)) expect([name, await read()]).toEqual([name, value]);
    await site.follow('/operators/users/77');
    for (const [name, [read, , value]] of Object.entries(parts)) expect([name, await read()]).toEqual([name, value]);
    expect(site.sent.filter(({ operation }) => operation === 'listAccountActivity')).toEqual([]);
  });
});

describe('the joins of spend', () => {
  const names = { pixel_key: 'pk_live_1', ad_group: '', ad_id: '' };
  const rowOf = (id: string, campaign: string) => ({
    network: 'google_ads',
    account: 'default',
    pixel_key: null,
    level: 'campaign',
    campaign_id: id,
    campaign,
    ad_group_id: null,
    ad_group: null,
    ad_id: null,
    ad: null,
    currency: 'USD',
    spend: '75.50',
    days: 3,
    candidates: [],
  });
  const joinsOf = (rows: object[], campaigns: string[]) => (joins: { clicks_without_spend: object[] }) => ({
    ...joins,
    spend_without_clicks: rows,
    clicks_without_spend: campaigns.map((campaign) => ({
      ...joins.clicks_without_spend[0],
      ...names,
      campaign,
    })),
  });

  it('join the chosen clicks after others before them were joined', async () => {
    let isJoined = false;
    const [first, second] = [rowOf('7', 'Spring sale'), rowOf('8', 'Summer sale')];
    site.state.changes = {
      listSpendAliases: () => ({ aliases: [] }),
      listSpendJoins: (joins: never) =>
        (isJoined ? joinsOf([second], ['beta', 'gamma']) : joinsOf([first, second], ['alpha', 'beta', 'gamma']))(joins),
      setSpendAliases: (_: object, { body }: Sent) => {
        isJoined = true;
        return body;
      },
    };
    await site.open('/spend?tab=joins');
    const card = (name: string) => site.page.getByRole('article', { name: `Spend of ${name}` });
    await card('Summer sale').getByLabel('Other clicks without spend').selectOption({ label: 'beta' });
    await card('Spring sale').getByLabel('Other clicks without spend').selectOption({ label: 'alpha' });
    await card('Spring sale').getByRole('button', { name: 'Join them' }).click();
    await card('Spring sale').waitFor({ state: 'detached' });
    site.forget();
    await card('Summer sale').getByRole('button', { name: 'Join them' }).click();
    await expect
      .poll(() => site.sent.find(({ operation }) => operation === 'setSpendAliases')?.body)
      .toMatchObject({ aliases: [{ value: 'beta', id: '8' }] });
  });

  it('offer no alias of the live environment for the test environment', async () => {
    site.state.changes = {
      listSpendAliases: () => ({
        aliases: [{ level: 'ad', network: null, value: 'banner', id: null, name: 'Banner' }],
      }),
    };
    await site.open('/spend?tab=joins');
    await press('Remove the alias banner means Banner');
    await site.page.getByRole('button', { name: 'Restore' }).waitFor();
    await site.follow('/spend?tab=joins&env=test');
    await site.page.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
  });
});

it('a failed change of a live endpoint is not shown with the test endpoints', async () => {
  const endpoint = { status: 'disabled', events: [] };
  site.state.changes = {
    listWebhookEndpoints: entries(
      'endpoints',
      { ...endpoint, id: 'whe_a', url: 'https://a.example/', environment: 'live' },
      { ...endpoint, id: 'whe_b', url: 'https://b.example/', environment: 'test' },
    ),
  };
  site.state.replies.changeWebhookEndpoint = () => ({ status: 503, body: { detail: 'Not now.' } });
  await site.open('/webhooks');
  await press('Enable https://a.example/');
  await site.page.getByText('Not now.').waitFor();
  await site.follow('/webhooks?env=test');
  await site.page.getByRole('button', { name: 'Enable https://b.example/' }).waitFor();
  expect(await site.page.getByText('Not now.').count()).toBe(0);
});
