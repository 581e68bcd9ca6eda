import { notificationsIn } from '#shared/notifications/store/notifications.ts';
import { tableAt } from '#shared/store/table.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
  await notices();
});

const all = async (times: number, call: () => Promise<{ status: number; body: unknown }>) =>
  (await Promise.all(Array.from({ length: times }, call))).map(({ status, body }) => ({
    status,
    duplicate: (body as { duplicate: boolean }).duplicate,
  }));
const expectOneFirst = (answers: { status: number; duplicate: boolean }[]) => {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
};
async function notices() {
  await app.settle();
  await app.work('notices');
  return app.world.notices.splice(0);
}
const signUp = (feature: 'social_ads' | 'search_ads', { headers } = user) =>
  app.notifications.signUpForEarlyAccess({ body: { feature }, headers });

describe('early access', () => {
  it('early access tells the team once for each user and feature, under calls side by side and after them (N1)', async () => {
    expectOneFirst(await all(12, () => signUp('social_ads')));
    expect((await signUp('social_ads')).body).toMatchObject({ success: true, duplicate: true });
    expect(await notices()).toEqual([`User ${user.id} asks for early access to social_ads.`]);

    expect((await signUp('search_ads')).body).toMatchObject({ duplicate: false });
    const other = await newUser(app);
    expect((await signUp('social_ads', other)).body).toMatchObject({ duplicate: false });
    expect(await notices()).toHaveLength(2);
  });

  it('early access tells the status of all three features, each for its own user', async () => {
    const { readEarlyAccess } = app.notifications;
    const none = { pro_network_deploy: false, social_ads: false, search_ads: false };
    expect((await readEarlyAccess({ headers: user.headers })).body).toEqual(none);
    await signUp('social_ads');
    const { headers } = user;
    expect((await readEarlyAccess({ headers })).body).toEqual({ ...none, social_ads: true });
    expect((await readEarlyAccess({ headers: (await newUser(app)).headers })).body).toEqual(none);
  });

  it('early access refuses any other feature, and lists those that there are (N6)', async () => {
    const answer = await app.notifications.signUpForEarlyAccess({
      body: { feature: 'teleport' as 'social_ads' },
      headers: user.headers,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'enum',
            loc: ['body', 'feature'],
            msg: expect.stringMatching(/pro_network_deploy.*social_ads.*search_ads/),
          },
        ],
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('teleport');
    const nothing = await app.notifications.signUpForEarlyAccess({
      body: {} as never,
      headers: user.headers,
    });
    expect(nothing).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'feature'], msg: 'Field required' }] },
    });
    expect(await notices()).toEqual([]);
  });
});

describe('the walkthrough', () => {
  it('the walkthrough is completed once: repeats succeed and leave its time as it was (N2)', async () => {
    const { headers } = user;
    const status = async () => (await app.notifications.readWalkthrough({ headers })).body;
    expect(await status()).toEqual({ completed: false, completed_at: null });
    expectOneFirst(await all(8, () => app.notifications.completeWalkthrough({ headers })));
    const completed = { completed: true, completed_at: new Date(app.world.clock.now).toISOString() };
    expect(await status()).toEqual(completed);
    app.world.clock.now += 86_400_000 / 2;
    expect((await app.notifications.completeWalkthrough({ headers })).body).toMatchObject({
      success: true,
      duplicate: true,
    });
    expect(await status()).toEqual(completed);
    expect(await notices()).toEqual([]);
  });
});

describe('notifications of the ads studio', () => {
  const dismiss = (notification: string) => app.notifications.dismissNotification({ body: { notification }, headers: user.headers });
  const dismissals = async (of = app) => {
    const { body } = await of.notifications.listDismissals({ headers: user.headers });
    return (body as { dismissals: Record<string, unknown> }).dismissals;
  };

  it('notifications of the ads studio are all listed, dismissed or not, and stay dismissed since the first time', async () => {
    const before = await dismissals();
    expect(Object.keys(before)).toEqual(['studio_intro', 'image_editor_intro', 'search_ads_intro', 'whats_new']);
    for (const one of Object.values(before)) expect(one).toEqual({ dismissed: false, dismissed_at: null });
    expectOneFirst(await all(8, () => dismiss('whats_new')));
    const at = new Date(app.world.clock.now).toISOString();
    app.world.clock.now += 60_000;
    expect((await dismiss('whats_new')).body).toMatchObject({ success: true, duplicate: true });
    expect(await dismissals()).toEqual({ ...before, whats_new: { dismissed: true, dismissed_at: at } });
  });

  it('notifications of the ads studio are those of the configuration; any other name is refused with the list of them (N6)', async () => {
    const env = { ADS_STUDIO_NOTIFICATIONS: 'beta.one, beta-two' };
    const other = await startApp(app.world, { env });
    expect(Object.keys(await dismissals(other))).toEqual(['beta.one', 'beta-two']);
    const refused = await other.notifications.dismissNotification({
      body: { notification: 'studio_intro' },
      headers: user.headers,
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'enum',
            loc: ['body', 'notification'],
            msg: 'Invalid option: expected one of "beta.one"|"beta-two"',
          },
        ],
      },
    });
    for (const name of ['__proto__', 'constructor', '', 'x'.repeat(100_000)]) expect((await dismiss(name)).status).toBe(422);
  });
});

describe('an image download', () => {
  const download = (ad_id: string, image_url: string) =>
    app.notifications.reportImageDownload({ body: { ad_id, image_url }, headers: user.headers });
  const url = 'https://images.example/a.png?size=1&fit=<x>';

  it('an image download is told once for each user, ad and image, under calls side by side and after them (N1)', async () => {
    expectOneFirst(await all(12, () => download('ad_1', url)));
    expect((await download('ad_1', url)).body).toMatchObject({ success: true, duplicate: true });
    expect(await notices()).toEqual([`User ${user.id} downloaded an image of the ad ad_1: ${url}`]);
    expect((await download('ad_2', url)).body).toMatchObject({ duplicate: false });
    expect((await download('ad_1', `${url}2`)).body).toMatchObject({ duplicate: false });
    expect(await notices()).toHaveLength(2);
  });

  it.each([
    'images.example/a.png',
    'ftp://images.example/a.png',
    'javascript:alert(1)',
    'https://ada:secret@images.example/a.png',
    'https://images.example/a b.png',
    'https://',
    `https://images.example/${'x'.repeat(2048)}`,
  ])('an image download of what is no http(s) address of an image is refused: %.40s', async (image_url) => {
    expect(await download('ad_1', image_url)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'image_url'] }] },
    });
  });

  it('an image download at its longest fits in a notice', async () => {
    const longest = `https://images.example/${'&'.repeat(2048 - 23)}`;
    expect((await download('x'.repeat(200), longest)).status).toBe(200);
    expect((await notices())[0]).toContain(longest);
  });

  it('an image download is refused past 120 new ones an hour, and a known one never is', async () => {
    const answers = await Promise.all(Array.from({ length: 125 }, (_, i) => download('ad_1', `https://images.example/${i}.png`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const known = answers.findIndex(({ status }) => status === 200);
    expect((await download('ad_1', `https://images.example/${known}.png`)).body).toMatchObject({
      duplicate: true,
    });
    expect((await notices()).length).toBe(120);
    app.world.clock.now += 3_600_000;
    expect((await download('ad_1', 'https://images.example/later.png')).status).toBe(200);
  });
});

describe('a click in an e-mail', () => {
  const press = (headers: Record<string, string> = {}) =>
    app.notifications.reportButtonPress({
      body: { email_type: 'low_credits', cta_type: 'buy_credits' },
      headers: { ...user.headers, ...headers },
    });

  it('a click in an e-mail is told every time', async () => {
    for (let i = 0; i < 3; i++) expect((await press()).body).toMatchObject({ success: true, duplicate: false });
    const told = `User ${user.id} pressed buy_credits in the e-mail low_credits.`;
    expect(await notices()).toEqual([told, told, told]);
  });

  it('a click in an e-mail is told once under an Idempotency-Key of the user', async () => {
    expectOneFirst(await all(6, () => press({ 'idempotency-key': 'click-1' })));
    expect(await notices()).toHaveLength(1);
    const other = await newUser(app);
    const answer = await press({ ...other.headers, 'idempotency-key': 'click-1' });
    expect(answer.body).toMatchObject({ duplicate: false });
    expect(await notices()).toEqual([`User ${other.id} pressed buy_credits in the e-mail low_credits.`]);
  });

  it('a click in an e-mail of another kind or on another button is another one under the same Idempotency-Key', async () => {
    const clicked = async (email_type: 'low_credits' | 'welcome', cta_type: 'buy_credits' | 'dashboard') =>
      (
        await app.notifications.reportButtonPress({
          body: { email_type, cta_type },
          headers: { ...user.headers, 'idempotency-key': 'click-1' },
        })
      ).body;
    for (const duplicate of [false, true])
      for (const mail of ['low_credits', 'welcome'] as const)
        for (const button of ['buy_credits', 'dashboard'] as const) expect(await clicked(mail, button)).toMatchObject({ duplicate });
  });

  it('a click in an e-mail is refused past sixty an hour', async () => {
    const answers = await all(63, press);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('a click in an e-mail of another e-mail or button is refused, with the lists of them (N6)', async () => {
    const body = { email_type: 'cart_abandoned', cta_type: 'unsubscribe' } as never;
    const { status, body: answer } = await app.notifications.reportButtonPress({
      body,
      headers: user.headers,
    });
    expect(status).toBe(422);
    const { detail } = answer as { detail: { loc: string[]; msg: string }[] };
    expect(detail.map(({ loc }) => loc[1])).toEqual(['email_type', 'cta_type']);
    for (const word of ['welcome', 'one_week_checkin', 'low_credits', 'out_of_credits']) expect(detail[0]?.msg).toContain(word);
    for (const word of ['login', 'dashboard', 'buy_credits', 'campaign_studio']) expect(detail[1]?.msg).toContain(word);
  });
});

it('no item and no notice holds an e-mail, a name or a company', async () => {
  const headers = user.headers;
  await app.users.change(user.id, { company: 'Northwind Shoes' });
  await signUp('social_ads');
  await app.notifications.reportButtonPress({
    body: { email_type: 'welcome', cta_type: 'login' },
    headers,
  });
  const told = (await notices()).join('\n');
  const own = (await allItems(app.world, 'accounts')).filter(({ pk }) => pk === `NOTIFY#${user.id}`);
  expect(own.map(({ kind }) => kind)).toEqual(['notification', 'notification']);
  for (const text of [told, JSON.stringify(own)]) {
    expect(text).toContain(String(user.id));
    expect(text).not.toMatch(/@|Ada|Northwind/);
  }
});

it('an answer of the store that is lost does not make the first time a repeat', async () => {
  const lossy = await startApp(app.world, { fault: { at: 2, mode: 'fails_after' } });
  const answer = await lossy.notifications.completeWalkthrough({ headers: user.headers });
  expect(answer.body).toMatchObject({ success: true, duplicate: false });
  const nudging = await startApp(app.world, { fault: { at: 2, mode: 'fails_after' } });
  const nudge = await nudging.notifications.scheduleNudge({
    body: { type: 'download_gate' },
    headers: user.headers,
  });
  expect(nudge.body).toMatchObject({ success: true, duplicate: false });
});

it('a notification keeps the time of the first call, and is found by its thing and by a prefix', async () => {
  const table = tableAt(`${app.world.prefix}accounts`, testDynamo());
  let now = Date.parse('2026-11-20T10:00:00Z');
  const notifications = notificationsIn(table, { now: () => now });
  const at = '2026-11-20T10:00:00.000Z';
  expect(await notifications.once(user.id, 'A#1', { retentionDays: 2 })).toEqual({ isFirst: true, at });
  now += 60_000;
  expect(await notifications.once(user.id, 'A#1')).toEqual({ isFirst: false, at });
  await notifications.once(user.id, 'A#2');
  await notifications.once(user.id, 'B#1');
  expect(await notifications.at(user.id, 'A#1')).toBe(at);
  expect(await notifications.at(user.id, 'A#3')).toBeNull();
  expect([...(await notifications.timesOf(user.id, 'A#'))]).toEqual([
    ['1', at],
    ['2', '2026-11-20T10:01:00.000Z'],
  ]);
});
