import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { bodyOf } from '../../../journeys/answers.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app, { company: 'Before', role: 'Buyer' });
});

type Body = Parameters<TestApp['accounts']['changeProfile']>[0]['body'];
const change = (body: unknown, { headers } = user) => app.accounts.changeProfile({ body: body as Body, headers });
const readMe = async () => bodyOf(await app.accounts.readMe({ headers: user.headers }));
const me = async () => {
  const { support_email: _, ...account } = await readMe();
  return account;
};
async function searches(userId: number) {
  const records = await app.world.streams.peek('outbox');
  const images = records.map((record) => record.dynamodb?.NewImage ?? {});
  const effects = images.flatMap(({ effects }) => JSON.parse(effects?.S ?? '[]') as Record<string, unknown>[]);
  const own = effects.filter(({ kind, user_id }) => kind === 'lite_discovery' && user_id === userId);
  return [...new Set(own.map(({ id, company_website }) => `${id} ${company_website}`))];
}

it('an account is returned with the address of the support, which is null if the operator named none', async () => {
  expect(await readMe()).toMatchObject({ support_email: null });
  const SUPPORT_EMAIL = 'help@operator.example';
  const helped = await startApp(app.world, { env: { SUPPORT_EMAIL } });
  const answer = await helped.accounts.readMe({ headers: user.headers });
  expect(answer.body).toMatchObject({ id: user.id, support_email: SUPPORT_EMAIL });
});

describe('changing a profile', () => {
  it('changing a profile returns the account with all five fields', async () => {
    const answer = await change({
      company: '  Northwind Shoes ',
      company_website: 'Northwind.example/About#team',
      full_name: 'Ada Lovelace',
      role: 'Marketing',
      timezone: 'europe/lisbon',
    });
    const changed = {
      id: user.id,
      company: 'Northwind Shoes',
      company_website: 'https://northwind.example/About',
      full_name: 'Ada Lovelace',
      role: 'Marketing',
      timezone: 'Europe/Lisbon',
    };
    expect(answer).toMatchObject({ status: 200, body: changed });
    expect(await me()).toEqual(answer.body);
  });

  it('changing a profile keeps absent fields, and clears null or blank fields', async () => {
    await change({ company_website: 'a.example', timezone: 'UTC' });
    await change({ role: null, company: ' ', timezone: null });
    expect(await me()).toMatchObject({
      role: null,
      company: null,
      timezone: null,
      full_name: 'Ada Example',
      company_website: 'https://a.example/',
    });
    await change({ company_website: null });
    expect(await me()).toMatchObject({ company_website: null, full_name: 'Ada Example' });
  });

  it('an empty change of a profile returns the account and writes nothing', async () => {
    const before = app.calls.length;
    const answer = await change({});
    expect(answer.status).toBe(200);
    expect(app.calls.slice(before).map(({ operation }) => operation)).toEqual(['GetItem']);
    expect(answer.body).toEqual(await me());
  });

  it('changing a profile changes no other field', async () => {
    const before = await me();
    const sent = {
      id: 1,
      is_active: false,
      isActive: false,
      paid_status: 'active',
      passwordHash: 'x',
      tokensValidAfter: 1,
      created_at: '2000-01-01T00:00:00Z',
    };
    expect((await change({ ...sent, role: 'Owner' })).body).toEqual({ ...before, role: 'Owner' });
    expect((await app.users.byId(user.id))?.passwordHash).toBeNull();
  });

  it.each(['email', 'phone'])('changing a profile refuses %s with 422 and changes nothing', async (name) => {
    const before = await me();
    for (const value of ['x@y.example', null])
      expect(await change({ [name]: value, role: 'Owner' })).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'extra_forbidden', loc: ['body', name] }] },
      });
    expect(await me()).toEqual(before);
  });

  it('changing a profile sets and clears the company description', async () => {
    const company_short_desc = 'Shoes.\nMade to measure.';
    expect((await change({ company_short_desc })).body).toMatchObject({ company_short_desc });
    expect((await change({ role: 'Owner' })).body).toMatchObject({ company_short_desc });
    expect((await change({ company_short_desc: null })).body).toMatchObject({ company_short_desc: null });
    expect((await change({ company_short_desc: 'x'.repeat(2001) })).status).toBe(422);
  });

  it('changing a profile reports every problem, repeats no value, and changes nothing', async () => {
    const before = await me();
    const answer = await change({
      company: 'c'.repeat(201),
      company_website: 'ftp://echo.example',
      full_name: 'a\u0007b',
      role: 7,
      timezone: 'Mars/Echo',
    });
    expect(answer.status).toBe(422);
    const places = (answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    const fields = ['company', 'company_website', 'full_name', 'role', 'timezone'];
    expect([...new Set(places)].sort()).toEqual(fields.map((field) => `body.${field}`));
    expect(JSON.stringify(answer.body).toLowerCase()).not.toContain('echo');
    expect(await me()).toEqual(before);
  });

  it.each([
    'localhost',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'https://name:secret@a.example',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'a b.example',
    'a..example',
    `a.example/${'x'.repeat(2048)}`,
  ])('changing a profile refuses the website %s', async (company_website) => {
    expect((await change({ company_website })).status).toBe(422);
  });

  it.each([
    ['WWW.Example.COM', 'https://www.example.com/'],
    ['http://a.example', 'http://a.example/'],
    ['https://a.example:8443/x?y=z#w', 'https://a.example:8443/x?y=z'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
  ])('changing a profile stores the website %s as %s', async (company_website, written) => {
    expect((await change({ company_website })).body).toMatchObject({ company_website: written });
  });

  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'changing a profile keeps the time zone %s as it is',
    async (timezone) => {
      expect((await change({ timezone })).body).toMatchObject({ timezone });
    },
  );

  it.each(['+05:30', '5', 'Europe', 'Europe/Atlantis', 'constructor'])('changing a profile refuses the time zone %s', async (timezone) => {
    expect((await change({ timezone })).status).toBe(422);
  });

  it('parallel changes of different fields lose none', async () => {
    await Promise.all([change({ company: 'A' }), change({ role: 'B' }), change({ full_name: 'C' }), change({ timezone: 'UTC' })]);
    expect(await me()).toMatchObject({ company: 'A', role: 'B', full_name: 'C', timezone: 'UTC' });
  });
});

describe('the first website of an account', () => {
  it('the first website of an account starts a discovery, and a later website does not', async () => {
    await change({ role: 'Owner' });
    expect(await searches(user.id)).toEqual([]);
    await change({ company_website: 'first.example' });
    const asked = [`lite_discovery#${user.id} https://first.example/`];
    expect(await searches(user.id)).toEqual(asked);
    await change({ company_website: 'second.example' });
    expect(await searches(user.id)).toEqual(asked);
  });

  it('parallel first websites start one discovery', async () => {
    await Promise.all([change({ company_website: 'a.example' }), change({ company_website: 'b.example' })]);
    await change({ company_website: null });
    await change({ company_website: 'c.example' });
    const ids = (await searches(user.id)).map((search) => search.split(' ')[0]);
    expect([...new Set(ids)]).toEqual([`lite_discovery#${user.id}`]);
  });
});
