import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { checkedIn, linkIn, tokenIn, visit } from './scene.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof checkedIn>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  user = await checkedIn(app);
});
const labels = {
  login: 'Sign in',
  dashboard: 'Open your dashboard',
  buy_credits: 'Get more credits',
  campaign_studio: 'Open the campaign studio',
};

describe('a link in a mail', () => {
  it.each(Object.entries(labels))('%s leads to its place at the front end', async (cta, label) => {
    const answer = await visit(app, linkIn(user.mail, label));
    const path = { login: 'login', dashboard: 'dashboard', buy_credits: 'credits' }[cta] ?? 'campaign-studio';
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://app.operator.example/${path}`]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('a link in a mail leads where it is configured to', async () => {
    const env = {
      FRONT_END_BASE_URL: 'https://other.example/app/',
      FRONT_END_PATHS: '{"buy_credits":"/billing?tab=credits"}',
    };
    const other = await startApp(app.world, { env });
    const at = async (label: string) => (await visit(other, linkIn(user.mail, label))).headers.get('location');
    expect(await at('Get more credits')).toBe('https://other.example/app/billing?tab=credits');
    expect(await at('Sign in')).toBe('https://other.example/app/login');
  });

  it('a link in a mail tells the team once, however often it is followed, and at once of each other link', async () => {
    const follow = (label: string) => visit(app, linkIn(user.mail, label));
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow('Get more credits')));
    expect(answers.filter(({ status }) => status !== 302)).toEqual([]);
    await follow('Sign in');
    app.world.clock.now += 400 * 86_400_000;
    await follow('Get more credits');
    await app.settle();
    expect(notices().sort()).toEqual([
      `User ${user.id} pressed buy_credits in the e-mail one_week_checkin.`,
      `User ${user.id} pressed login in the e-mail one_week_checkin.`,
    ]);
  });

  it('a link in a mail leads on, also when the store does not answer', async () => {
    const down = await startApp(app.world, { isDown: () => true });
    const answer = await visit(down, linkIn(user.mail, 'Get more credits'));
    expect(answer.headers.get('location')).toBe('https://app.operator.example/credits');
  });

  it.each([
    ['a word', 'nonsense'],
    ['without its signature', 'WzFd.'],
    ['in three parts', 'a.b.c'],
    ['long', `${'x'.repeat(5000)}.y`],
  ])('a link in a mail that is not ours (%s) is a page that leads home, and leads nowhere else', async (_, token) => {
    for (const path of ['c', 'u']) {
      const answer = await visit(app, `/m/${path}/${token}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
      expect(await answer.text()).toContain('href="https://app.operator.example/"');
    }
  });

  it('a link in a mail does not work with anything changed in it', async () => {
    const token = tokenIn(user.mail, 'Get more credits');
    const [payload = '', mac = ''] = token.split('.');
    const other = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = [
      [...other.slice(0, 2), 'login', ...other.slice(3)],
      [other[0] + 1, ...other.slice(1)],
      [...other.slice(0, 2), 'https://elsewhere.example/', other[3]],
    ].map((values) => `${Buffer.from(JSON.stringify(values)).toString('base64url')}.${mac}`);
    const flipped = `${payload}.${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`;
    for (const one of [...forged, flipped, `${payload}.${mac.slice(0, -1)}`, `${token}.x`])
      expect((await visit(app, `/m/c/${one}`)).status).toBe(404);
    await app.settle();
    expect(notices()).toEqual([]);
  });

  it('a link in a mail is not good for unsubscribing, nor the other way round', async () => {
    const click = tokenIn(user.mail, 'Get more credits');
    const unsubscribe = tokenIn(user.mail, 'Unsubscribe');
    expect((await visit(app, `/m/u/${click}`, { method: 'POST' })).status).toBe(404);
    expect((await visit(app, `/m/c/${unsubscribe}`)).status).toBe(404);
  });
});

describe('unsubscribing', () => {
  const preference = async () => (await app.mailLinks.readEmailPreferences({ headers: user.headers })).body;

  it('unsubscribing takes one POST, as mail programs send it or without a body', async () => {
    const url = /<https:\/\/api\.operator\.example(.+)>/.exec(user.mail?.headers?.['List-Unsubscribe'] ?? '');
    const path = url?.[1] ?? '';
    expect(user.mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const answer = await visit(app, path, { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    expect(await preference()).toEqual({ lifecycle_emails: false });
    const data = new FormData();
    data.set('List-Unsubscribe', 'One-Click');
    for (const body of [null, data]) expect((await visit(app, path, { method: 'POST', body })).status).toBe(200);
    expect(await preference()).toEqual({ lifecycle_emails: false });
  });

  it('unsubscribing never happens by opening the link', async () => {
    const answer = await visit(app, linkIn(user.mail, 'Unsubscribe'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<button>Unsubscribe</button>');
    expect(await preference()).toEqual({ lifecycle_emails: true });
  });

  it('unsubscribing can be taken back on its page', async () => {
    const token = tokenIn(user.mail, 'Unsubscribe');
    await visit(app, `/m/u/${token}`, { method: 'POST' });
    const page = await (await visit(app, `/m/u/${token}`)).text();
    const [, action = ''] = /<form method="post" action="(.+?)">/.exec(page) ?? [];
    const { pathname } = new URL(action, `https://api.operator.example/m/u/${token}`);
    expect((await visit(app, pathname, { method: 'POST' })).status).toBe(200);
    expect(await preference()).toEqual({ lifecycle_emails: true });
  });

  it('unsubscribing is told and changed by its owner alone', async () => {
    const other = await newUser(app);
    const body = { lifecycle_emails: false };
    const changed = await app.mailLinks.changeEmailPreferences({ body, headers: user.headers });
    expect([changed.status, changed.body]).toEqual([200, body]);
    expect(await preference()).toEqual(body);
    const theirs = await app.mailLinks.readEmailPreferences({ headers: other.headers });
    expect(theirs.body).toEqual({ lifecycle_emails: true });
  });

  it('unsubscribing leaves no address and no token in the store', async () => {
    await visit(app, linkIn(user.mail, 'Unsubscribe'), { method: 'POST' });
    const kept = (await allItems(app.world, 'accounts')).filter(({ kind }) => kind === 'mail_preference');
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/@|\/m\//);
  });
});

const notices = () => [
  ...app.world.notices,
  ...app.world.messages.flatMap((sent) => (sent.queue === 'notices' ? [sent.message.text] : [])),
];
