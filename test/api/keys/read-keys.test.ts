import { endpoints } from '#functions/groups.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
async function order(of: Advertiser, eventId: string, more: object = {}) {
  const body = {
    event_type: 'order_created',
    event_id: eventId,
    value: 25.99,
    svc_click_id: await of.click(),
    ...more,
  };
  const answer = await app.conversions.sendConversion({ body, headers: of.key });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
const readKey = (of: Advertiser, more: object = {}) =>
  of.issue({ name: 'Sheet', kind: 'read', environment: 'live', ...more } as Parameters<Advertiser['issue']>[0]);
const report = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await app.send(new Request(`http://api/api/v1/pixel/reports/conversions?${query}`, { headers }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('a read-only key', () => {
  it('a read-only key reads reports as Bearer and in the address, and nothing else', async () => {
    const one = await newAdvertiser(app);
    await order(one, 'o:1');
    await app.settle();
    const { key, expires_at } = await readKey(one);
    expect(key).toMatch(/^rk_live_/);
    expect(expires_at).toBe('2027-02-19T12:00:00.000Z');
    const headers = { authorization: `Bearer ${key}` };
    const query = { group_by: 'campaign' };
    const expected = {
      status: 200,
      body: { rows: [{ campaign: 'spring', currency: 'USD', count: 1, value: '25.99' }] },
    };
    expect(await app.reports.reportConversions({ query, headers })).toMatchObject(expected);
    expect(await app.reports.reportFunnel({ query: {}, headers })).toMatchObject({ status: 200 });
    expect(JSON.parse((await report(`group_by=campaign&key=${key}`)).text)).toMatchObject(expected.body);

    const refused = [
      await app.events.listEvents({ query: {}, headers }),
      await app.keys.listKeys({ query: {}, headers }),
      await app.accounts.readMe({ headers }),
      await app.conversions.sendConversion({
        body: { event_type: 'a', event_id: 'b', svc_click_id: 'c' },
        headers,
      }),
      await app.keys.createKey({ body: { name: 'x', kind: 'read', environment: 'live' }, headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const listed = await app.send(new Request(`http://api/api/v1/pixel/keys?key=${key}`));
    expect(listed.status).toBe(401);
    const secret = one.key.authorization.slice(7);
    expect((await report(`key=${secret}`)).status).toBe(401);
    expect((await report('', { authorization: `Bearer ${secret}` })).status).toBe(401);
  });

  it('a read-only key sees only its own account, even if its owner manages other accounts', async () => {
    const one = await newAdvertiser(app);
    const other = await newUser(app);
    const { key } = await readKey(one);
    const answer = await report(`client_user_id=${other.id}&key=${key}`);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'forbidden']);
    const own = await report(`client_user_id=${one.id}&key=${key}`);
    expect(own.status).toBe(403);
  });

  it('a read-only key has one environment, and the pixel of its scope', async () => {
    const test = await newAdvertiser(app, 'test');
    await order(test, 'o:1');
    await app.settle();
    const { key: testKey } = await readKey(test, { environment: 'test' });
    expect(JSON.parse((await report(`key=${testKey}`)).text)).toMatchObject({
      environment: 'test',
      rows: [{ count: 1 }],
    });
    const live = await newAdvertiser(app);
    await order(live, 'o:1');
    await app.settle();
    const { key: other } = await live.issue({ name: 'Other', kind: 'public', environment: 'live' });
    const { key } = await readKey(live, { pixel_key: other });
    expect((await report(`environment=test&key=${key}`)).status).toBe(403);
    expect((await report(`pixel_key=${live.pixelKey}&key=${key}`)).status).toBe(403);
    expect(JSON.parse((await report(`key=${key}`)).text)).toMatchObject({ pixel_key: other, rows: [] });
  });

  it('a read-only key expires, is revoked like other keys, and ends with its account', async () => {
    const one = await newAdvertiser(app);
    const first = await readKey(one, { expires_in_days: 1 });
    const second = await readKey(one, { expires_in_days: 366 });
    const third = await readKey(one, { expires_in_days: 366 });
    const works = async (key: string) => (await report(`key=${key}`)).status === 200;
    expect([await works(first.key), await works(second.key)]).toEqual([true, true]);
    app.world.clock.now += 86_400_000 - 1;
    expect(await works(first.key), 'in the last millisecond of its day').toBe(true);
    app.world.clock.now += 1;
    expect([await works(first.key), await works(second.key)]).toEqual([false, true]);
    const headers = await app.signIn(one.id);
    await app.keys.revokeKey({ params: { id: second.id }, headers });
    app.world.clock.now += 61_000;
    expect([await works(second.key), await works(third.key)]).toEqual([false, true]);
    await app.settle();
    expect(app.world.mails.filter(({ to, subject }) => to === one.email && subject.includes('revoked'))).toHaveLength(1);
    await app.operators.revokeKeys({
      body: { user_id: one.id, reason: 'test' },
      headers: { 'x-svc-dev-token': 'operator-token-of-the-tests' },
    });
    await app.settle();
    app.world.clock.now += 61_000;
    expect(await works(third.key)).toBe(false);
  });

  it('a read-only key shows the minute of its last use', async () => {
    const one = await newAdvertiser(app);
    const { key, id } = await readKey(one);
    const usedAt = async () => {
      await report(`key=${key}`);
      const { body } = await app.keys.listKeys({ query: {}, headers: one.headers });
      return 'keys' in body ? body.keys.find((found) => found.id === id) : undefined;
    };
    const start = app.world.clock.now;
    const shown = (at: number) => ({ kind: 'read', last_used_at: new Date(at).toISOString() });
    expect(await usedAt()).toMatchObject(shown(start));
    app.world.clock.now += 59_000;
    expect(await usedAt()).toMatchObject(shown(start));
    app.world.clock.now += 1000;
    expect(await usedAt()).toMatchObject(shown(start + 60_000));
  });

  it('only a read-only key expires, within a year', async () => {
    const { headers } = await newUser(app);
    const create = (body: object) => app.keys.createKey({ body: { name: 'x', environment: 'live', ...body } as never, headers });
    expect((await create({ kind: 'secret', expires_in_days: 3 })).status).toBe(422);
    expect((await create({ kind: 'read', expires_in_days: 367 })).status).toBe(422);
    expect((await create({ kind: 'read', allowed_origins: ['https://shop.example'] })).status).toBe(422);
  });
});

const reports = endpoints.filter(({ auth }) => auth === 'report');

const scope = { scope: 'performance' };
describe('a report of one pixel and one environment', () => {
  it.each(reports.flatMap(({ id, path }) => (path.endsWith('.csv') ? ['csv'] : ['json', 'csv']).map((format) => ({ id, path, format }))))(
    '$id as $format has the figures of that pixel alone',
    async ({ path, format }) => {
      const owner = await newAdvertiser(app);
      const { key: second } = await owner.issue({ name: 'Second', kind: 'public', environment: 'live' });
      const pixels = { first: owner.pixelKey, second };
      const test = await owner.issue({ name: 'Test', kind: 'secret', environment: 'test' });
      const testPixel = await owner.issue({ name: 'Test', kind: 'public', environment: 'test' });
      const sent = [
        { pixel: pixels.first, amount: 1, headers: owner.key },
        { pixel: pixels.second, amount: 2, headers: owner.key },
        { pixel: testPixel.key, amount: 4, headers: { authorization: `Bearer ${test.key}` } },
      ];
      for (const { pixel, amount, headers } of sent)
        for (let i = 0; i < amount; i++) {
          const svc_click_id = await owner.click('svc_campaign=spring&svc_ad_id=a', pixel);
          const body = { event_type: 'order_created', event_id: `${pixel}:${i}`, value: 10, svc_click_id };
          expect((await app.conversions.sendConversion({ body, headers })).status).toBe(200);
        }
      await app.settle();
      const answerTo = async (query: string, headers: Record<string, string> = {}) => {
        const form = path.endsWith('.csv') ? '' : `format=${format}&`;
        const answer = await app.send(new Request(`http://api${path}?${form}${query}`, { headers }));
        expect(answer.status, query).toBe(200);
        const text = await answer.text();
        return text.replace(/"as_of":"[^"]*"/, '').replace(/"unjoined_spend":(null|{[^}]*})/, '');
      };
      const byOwner = {
        first: await answerTo(`pixel_key=${pixels.first}`, owner.headers),
        second: await answerTo(`pixel_key=${pixels.second}`, owner.headers),
        account: await answerTo('', owner.headers),
        test: await answerTo('environment=test', owner.headers),
      };
      const figuresOf = Object.values(byOwner);
      expect(figuresOf.filter((text, i) => figuresOf.indexOf(text) === i)).toHaveLength(4);
      for (const name of ['first', 'second'] as const) {
        const { key } = await readKey(owner, { pixel_key: pixels[name], ...scope });
        expect(await answerTo(`key=${key}`), `the ${name} pixel`).toBe(byOwner[name]);
        expect(await answerTo('', { authorization: `Bearer ${key}` })).toBe(byOwner[name]);
      }
      const { key: ofAccount } = await readKey(owner, scope);
      expect(await answerTo(`key=${ofAccount}`), 'a key of no pixel').toBe(byOwner.account);
      const { key: ofTest } = await readKey(owner, { environment: 'test', ...scope });
      expect(await answerTo(`key=${ofTest}`), 'a key of test mode').toBe(byOwner.test);
    },
  );
});

describe('a report as CSV', () => {
  it('a report as CSV is selected with format=csv and with Accept, and runs no formula', async () => {
    const one = await newAdvertiser(app);
    const evil = encodeURIComponent('=HYPERLINK("https://evil.example";"a,b")');
    await order(one, 'o:1', { svc_click_id: await one.click(`svc_campaign=${evil}`) });
    await order(one, 'o:2');
    await app.settle();
    const { key } = await readKey(one);
    const file = await report(`format=csv&group_by=campaign&key=${key}`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="conversions-2026-.*\.csv"$/);
    expect(file.text.split('\r\n')).toEqual([
      'campaign,currency,count,value',
      `"'=HYPERLINK(""https://evil.example"";""a,b"")",USD,1,25.99`,
      'spring,USD,1,25.99',
      '',
    ]);
    const accepted = await report('group_by=campaign', { ...one.headers, accept: 'text/csv' });
    expect(accepted.text).toBe(file.text);
    const json = await report('format=json', { ...one.headers, accept: 'text/csv' });
    expect(JSON.parse(json.text).rows).toHaveLength(2);
    const funnel = await app.send(new Request(`http://api/api/v1/pixel/reports/funnel?format=csv&key=${key}`));
    const steps = await funnel.text();
    expect(steps).toMatch(/^step,count,rate_from_previous\r\nsessions,3,\r\n/);
    const byKey = { authorization: `Bearer ${key}` };
    const own = await app.reports.reportConversionsCsv({
      query: { group_by: 'campaign' },
      headers: byKey,
    });
    expect([own.status, own.body]).toEqual([200, file.text]);
    expect(own.headers.get('content-disposition')).toBe(file.headers.get('content-disposition'));
    const ownFunnel = await app.reports.reportFunnelCsv({ query: {}, headers: one.headers });
    expect(ownFunnel.body).toBe(steps);
    const byAddress = await app.send(new Request(`http://api/api/v1/pixel/reports/conversions.csv?group_by=campaign&key=${key}`));
    expect(await byAddress.text()).toBe(file.text);
  });
});
