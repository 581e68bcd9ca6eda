import { createHash } from 'node:crypto';
import { days } from '#shared/values/durations.ts';
import { type Advertiser, itemsOf, setConsent, setDestination, storedIn } from '#test/destinations/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const raw = {
  email: ' Quentin.Zyxwvut+News@Gmail.com ',
  phone: '+1 (650) 555-1212',
  external_id: ' Customer-Zyxwvut ',
  client_user_agent: 'Mozilla/5.0 (Zyxwvut) Browser/1',
  client_ip_address: '203.0.113.77',
  event_source_url: 'https://shop.example/thanks?name=zyxwvut',
  fbp: 'fb.1.1596403881668.1116446470',
  ttp: 'ttp-zyxwvut-1',
  obref: 'obref-zyxwvut-1',
};
const kept = {
  email: {
    plain: sha256('quentin.zyxwvut+news@gmail.com'),
    google: sha256('quentinzyxwvut@gmail.com'),
    canonical: sha256('quentinzyxwvut@gmail.com'),
  },
  phone: { digits: sha256('16505551212'), e164: sha256('+16505551212') },
  externalId: { lower: sha256('customer-zyxwvut'), cased: sha256('Customer-Zyxwvut') },
  clientUserAgent: raw.client_user_agent,
  clientIpAddress: raw.client_ip_address,
  eventSourceUrl: raw.event_source_url,
  fbp: raw.fbp,
  ttp: raw.ttp,
  obref: raw.obref,
};
const names = ['email', 'phone', 'external_id', 'client_user_agent', 'client_ip_address', 'event_source_url', 'fbp', 'ttp', 'obref'];
const granted = { ad_user_data: 'granted' as const };
const ignored = (...fields: string[]) => [{ code: 'user_data_ignored', fields }];

let app: TestApp;
let owner: Advertiser;
let count = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});
const event = (more: object = {}) => ({
  event_type: 'order_created',
  event_id: `order_created:${++count}`,
  svc_click_id: 's_0000000000000000000000',
  ...more,
});
const send = async (body: object) => bodyOf(await app.conversions.sendConversion({ body: body as never, headers: owner.key }));
type Result = { warnings?: object[]; event_id?: string };
const sendOne = async (item: object): Promise<Result> => {
  const answer = (await send({ events: [item] })) as unknown as { results: Result[] };
  return answer.results[0] ?? {};
};
const find = (event_id: string) => storedIn(app.world).matchKeys.find({ accountId: owner.id, environment: 'live', eventId: event_id });
const ownItems = async () => {
  const own = (pk: string, sk: string) => pk.includes(`#${owner.id}#`) || sk.endsWith(`#${owner.id}`);
  const all = [...(await itemsOf(app.world, 'match_keys')), ...(await itemsOf(app.world, 'day_key', 'transient'))];
  return all.filter(({ pk, sk }) => own(pk, sk));
};
const receipt = async (event_id: string) =>
  bodyOf(await app.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers }));

describe('user data of an event', () => {
  it('is kept in its normal forms, and the receipt has only its names', async () => {
    await setDestination(app, owner);
    const body = event({ user_data: raw, consent: granted });
    const answer = await send(body);
    expect(answer).not.toHaveProperty('warnings');
    expect(await find(body.event_id)).toEqual(kept);
    expect(await receipt(body.event_id)).toMatchObject({ user_data: names });
  });

  it('is dropped with a warning where nothing collects, in single events and batches', async () => {
    const body = event({ user_data: raw, consent: granted });
    expect(await send(body)).toMatchObject({ warnings: ignored('user_data') });
    const item = event({ user_data: raw, consent: granted });
    expect((await sendOne(item)).warnings).toEqual(ignored('user_data'));
    expect(await ownItems()).toEqual([]);
    expect(await receipt(body.event_id)).not.toHaveProperty('user_data');
    await setDestination(app, owner);
    await setDestination(app, owner, { state: 'off' });
    expect(await send(event({ user_data: raw, consent: granted }))).toMatchObject({ warnings: ignored('user_data') });
  });

  it.each([
    ['white space', { email: ' \t', phone: '' }],
    ['nothing', {}],
    ['null', null],
  ])('that is %s changes nothing and is no warning', async (_, user_data) => {
    await setDestination(app, owner);
    const body = event({ user_data, consent: granted });
    expect(await send(body)).not.toHaveProperty('warnings');
    expect(await find(body.event_id)).toBeNull();
  });

  it.each([
    [{ email: sha256('ada@example.com') }, ignored('user_data.email')],
    [{ email: `${sha256('ada@example.com')}.AQQCAQMC` }, ignored('user_data.email')],
    [{ email: 'nobody' }, ignored('user_data.email')],
    [{ phone: sha256('16505551212') }, ignored('user_data.phone')],
    [{ phone: '650-555-1212' }, [{ code: 'phone_without_country', fields: ['user_data.phone'] }]],
    [{ external_id: sha256('7') }, ignored('user_data.external_id')],
    [{ external_id: 'guest' }, ignored('user_data.external_id')],
    [{ email_sha256: sha256('ada@example.com') }, ignored('user_data.email_sha256')],
    [{ email_sha256: { form: 'lower', value: sha256('ada@example.com') } }, ignored('user_data.email_sha256')],
    [{ email_sha256: { form: 'plain', value: 'ada@example.com' } }, ignored('user_data.email_sha256')],
    [{ client_ip_address: '203.0.113.999' }, ignored('user_data.client_ip_address')],
    [{ event_source_url: 'javascript:alert(1)' }, ignored('user_data.event_source_url')],
    [{ fbp: 'fb.1.\u0000' }, ignored('user_data.fbp')],
    [{ ttp: 'x'.repeat(1025) }, ignored('user_data.ttp')],
    [{ obref: {} }, ignored('user_data.obref')],
    [{ client_user_agent: ['x'] }, ignored('user_data.client_user_agent')],
    [{ 'ada@example.com': 'x' }, ignored('user_data')],
    ['ada@example.com', ignored('user_data')],
    [['ada@example.com'], ignored('user_data')],
    [7, ignored('user_data')],
  ])('%j is dropped with a warning, and the event is accepted', async (user_data, warnings) => {
    await setDestination(app, owner);
    const body = event({ user_data, consent: granted });
    expect(await send(body)).toMatchObject({ accepted: true, warnings });
    expect(await find(body.event_id)).toBeNull();
  });

  it('takes a hash only with its form, keeps that form alone, and prefers the raw address', async () => {
    await setDestination(app, owner);
    const hash = sha256('ada@example.com');
    const stated = event({ user_data: { email_sha256: { form: 'google', value: hash.toUpperCase() } }, consent: granted });
    expect(await send(stated)).not.toHaveProperty('warnings');
    expect(await find(stated.event_id)).toEqual({ email: { google: hash } });
    expect(await receipt(stated.event_id)).toMatchObject({ user_data: ['email'] });
    const both = event({ user_data: { email: 'eve@example.com', email_sha256: { form: 'plain', value: hash } }, consent: granted });
    await send(both);
    expect((await find(both.event_id))?.email?.plain).toBe(sha256('eve@example.com'));
  });

  it('has a phone number of the country that the destination names', async () => {
    await setDestination(app, owner, { state: 'collecting', phone_country: 'US' });
    const body = event({ user_data: { phone: '650-555-1212' }, consent: granted });
    expect(await send(body)).not.toHaveProperty('warnings');
    expect(await find(body.event_id)).toEqual({ phone: kept.phone });
  });

  it('is checked and not kept with validate_only', async () => {
    await setDestination(app, owner);
    const body = event({ user_data: { email: 'x', phone: '650-555-1212' }, consent: granted, validate_only: true });
    const warnings = [...ignored('user_data.email'), { code: 'phone_without_country', fields: ['user_data.phone'] }];
    expect(await send(body)).toMatchObject({ validate_only: true, warnings });
    await send(event({ user_data: raw, consent: granted, validate_only: true }));
    expect(await ownItems()).toEqual([]);
  });
});

describe('consent', () => {
  it.each([
    ['granted by the event', 'granted', null, true],
    ['granted by the click', null, 'granted', true],
    ['denied by the event, though the click granted it', 'denied', 'granted', false],
    ['granted by the event, though the click denied it', 'granted', 'denied', true],
    ['denied by the click', null, 'denied', false],
    ['unknown', null, null, false],
  ] as const)('%s decides', async (_, ofEvent, ofClick, isKept) => {
    const sid = await owner.click();
    if (ofClick) await setConsent(app.world, sid, ofClick);
    await setDestination(app, owner);
    const body = event({ svc_click_id: sid, user_data: raw, ...(ofEvent && { consent: { ad_user_data: ofEvent } }) });
    expect((await send(body)) as object).toMatchObject({ matched: true, ...(!isKept && { warnings: ignored('user_data') }) });
    expect(await find(body.event_id)).toEqual(isKept ? kept : null);
    const item = event({ svc_click_id: sid, user_data: raw, ...(ofEvent && { consent: { ad_user_data: ofEvent } }) });
    expect((await sendOne(item)).warnings).toEqual(isKept ? undefined : ignored('user_data'));
    expect(await find(item.event_id)).toEqual(isKept ? kept : null);
  });

  it('that is unknown counts as granted only where a destination that collects names the country of the click', async () => {
    vi.stubEnv('EDGE_TOKEN', 'token-of-the-edge');
    const clickFrom = async (country: string) => {
      const headers = { 'cloudfront-viewer-country': country, 'x-adtrail-edge': 'token-of-the-edge' };
      const body = { key: owner.pixelKey, url: 'https://shop.example/p?svc_campaign=spring' };
      return bodyOf(await app.pixel.createSession({ body, headers })).sid;
    };
    const [us, de] = [await clickFrom('US'), await clickFrom('DE')];
    vi.unstubAllEnvs();
    await setDestination(app, owner, { state: 'collecting', consent_default: { US: 'granted' } });
    await setDestination(app, owner, { state: 'off', consent_default: { DE: 'granted' } }, 'google_ads');
    const isKept = async (svc_click_id: string, more: object = {}) => {
      const body = event({ svc_click_id, user_data: raw, ...more });
      await send(body);
      return (await find(body.event_id)) !== null;
    };
    expect(await isKept(us)).toBe(true);
    expect(await isKept(us, { consent: { ad_user_data: 'denied' } })).toBe(false);
    expect(await isKept(us, { consent: { ad_personalization: 'denied' } })).toBe(true);
    expect(await isKept(de)).toBe(false);
    expect(await isKept('s_0000000000000000000000')).toBe(false);
  });
});

describe("the user of the assistant channel's form", () => {
  const hash = (text: string) => sha256(text);
  const user = {
    emails_sha256: [hash('ada@example.com'), hash('second@example.com')],
    phone_numbers_sha256: [hash('16505551212')],
    external_ids_sha256: [hash('Customer-1')],
    ip_address: '203.0.113.77',
    user_agent: 'Mozilla/5.0 (Zyxwvut) Browser/1',
    obref: 'obref-1',
  };
  const item = (more: object) => ({ id: `order:${++count}`, type: 'order_created', data: {}, consent: granted, user, ...more });

  it('is kept in the forms that its fields name', async () => {
    await setDestination(app, owner);
    const sent = item({});
    expect(await sendOne(sent)).not.toHaveProperty('warnings');
    expect(await find(sent.id)).toEqual({
      email: { plain: hash('ada@example.com') },
      phone: { digits: hash('16505551212') },
      externalId: { cased: hash('Customer-1') },
      clientIpAddress: '203.0.113.77',
      clientUserAgent: 'Mozilla/5.0 (Zyxwvut) Browser/1',
      obref: 'obref-1',
    });
    const older = item({ user: { email_sha256: hash('eve@example.com'), cities: ['Paris'] } });
    expect((await sendOne(older)).warnings).toEqual(ignored('user'));
    expect(await find(older.id)).toEqual({ email: { plain: hash('eve@example.com') } });
  });

  it('is dropped as before where nothing collects, without consent, and for a person who opted out', async () => {
    expect((await sendOne(item({}))).warnings).toEqual(ignored('user'));
    expect(await sendOne(item({ user: { external_ids_sha256: user.external_ids_sha256 } }))).not.toHaveProperty('warnings');
    await setDestination(app, owner);
    expect((await sendOne(item({ consent: { ad_user_data: 'denied' } }))).warnings).toEqual(ignored('user'));
    const optedOut = item({ opt_out: true, user_data: raw });
    expect((await sendOne(optedOut)).warnings).toEqual([...ignored('external_user_id'), ...ignored('user_data', 'user')]);
    expect(await ownItems()).toEqual([]);
  });

  it('is joined with user_data, whose raw values come first, and comes by the path of the channel too', async () => {
    await setDestination(app, owner);
    const sent = item({ user_data: { email: 'eve@example.com', fbp: raw.fbp } });
    const answer = await app.conversions.sendChannelEvents({
      params: { collection: 'events' },
      body: { events: [sent] } as never,
      headers: owner.key,
    });
    expect(answer.status).toBe(202);
    expect(await find(sent.id)).toMatchObject({
      email: { plain: hash('eve@example.com') },
      phone: { digits: hash('16505551212') },
      fbp: raw.fbp,
    });
  });
});

describe('match keys', () => {
  it('of the first request stay, and a repeated event brings none', async () => {
    await setDestination(app, owner);
    const body = event({ user_data: { email: 'ada@example.com' }, consent: granted });
    await send(body);
    expect(await send({ ...body, user_data: { email: 'eve@example.com' } })).toMatchObject({ duplicate: true });
    expect((await find(body.event_id))?.email?.plain).toBe(sha256('ada@example.com'));
    const bare = event();
    await send(bare);
    expect(await send({ ...bare, user_data: raw, consent: granted })).toMatchObject({ duplicate: true });
    expect(await find(bare.event_id)).toBeNull();
  });

  it('of a second type under the same ID belong to its qualified ID', async () => {
    await setDestination(app, owner);
    const first = event({ consent: granted, user_data: { email: 'ada@example.com' } });
    await sendOne(first);
    const second = { ...first, event_type: 'refund_requested', user_data: { email: 'eve@example.com' } };
    const { event_id = '' } = await sendOne(second);
    expect(event_id).toBe(`refund_requested:${first.event_id}`);
    expect((await find(first.event_id))?.email?.plain).toBe(sha256('ada@example.com'));
    expect((await find(event_id))?.email?.plain).toBe(sha256('eve@example.com'));
  });

  it('can be read on the eighth day after the event and on no later day, and their key is gone the night after', async () => {
    app.world.clock.now = Date.parse('2026-12-01T12:00:00Z');
    owner = await newAdvertiser(app);
    await setDestination(app, owner);
    const body = event({ user_data: raw, consent: granted });
    await send(body);
    const began = app.world.clock.now;
    app.world.clock.now = Date.parse('2026-12-09T23:59:59Z');
    expect(await find(body.event_id)).toEqual(kept);
    app.world.clock.now += 1000;
    expect(await find(body.event_id)).toBeNull();
    expect(app.world.clock.now - began).toBeGreaterThan(days(8));
    const scheduledAt = '2026-12-10T22:00:00.000Z';
    app.world.clock.now = Date.parse(scheduledAt);
    await app.runAtNight({ job: 'prune_old_rows', scheduledAt });
    expect(await itemsOf(app.world, 'day_key', 'transient')).toEqual([]);
    app.world.clock.now = began;
    expect(await find(body.event_id)).toBeNull();
  });

  it('cost an event without user data nothing, and one with them a write, after one read of the key of the day', async () => {
    owner = await newAdvertiser(app);
    const sid = await owner.click();
    await setDestination(app, owner);
    await send(event({ svc_click_id: sid }));
    const calls = async (body: object) => {
      app.calls.length = 0;
      await send({ ...body, svc_click_id: sid });
      return app.calls.map(({ operation, table }) => `${operation} ${table}`);
    };
    const hot = ['GetItem attribution', 'PutItem attribution'];
    const put = 'PutItem attribution';
    expect(await calls(event())).toEqual(hot);
    expect(await calls(event({ consent: granted }))).toEqual(hot);
    expect(await calls(event({ user_data: raw }))).toEqual(hot);
    const first = await calls(event({ user_data: raw, consent: granted }));
    expect(first).toEqual(['GetItem attribution', 'GetItem transient', 'GetItem transient', 'PutItem transient', put, put]);
    expect(await calls(event({ user_data: raw, consent: granted }))).toEqual(['GetItem attribution', put, put]);
    app.calls.length = 0;
    const events = Array.from({ length: 40 }, () => event({ svc_click_id: sid, user_data: raw, consent: granted }));
    await send({ events });
    expect(app.calls.filter(({ table }) => table === 'transient')).toEqual([]);
    expect(app.calls.filter(({ operation }) => operation === 'PutItem')).toHaveLength(80);
  });

  it('of an erased user or click are removed, and those of others stay', async () => {
    await setDestination(app, owner);
    const sid = await owner.click();
    const ofClick = event({ svc_click_id: sid, user_data: raw, consent: granted });
    const ofUser = event({ external_user_id: 'ada', user_data: raw, consent: granted });
    const ofOther = event({ external_user_id: 'bob', user_data: raw, consent: granted });
    for (const body of [ofClick, ofUser, ofOther]) await send(body);
    await app.settle();
    for (const body of [{ svc_click_id: sid }, { external_user_id: 'ada' }])
      bodyOf(await app.privacy.erase({ body, headers: owner.headers }));
    expect(await Promise.all([ofClick, ofUser, ofOther].map(({ event_id }) => find(event_id)))).toEqual([null, null, kept]);
    expect(await send({ ...ofUser })).toMatchObject({ duplicate: true });
    expect(await find(ofUser.event_id)).toBeNull();
  });
});

describe('a denial on request', () => {
  it.each(['svc_click_id', 'external_user_id'] as const)('by %s destroys match keys and says of how many events', async (name) => {
    await setDestination(app, owner);
    const sid = await owner.click();
    const external_user_id = 'ada';
    const own = event({ svc_click_id: sid, external_user_id, user_data: raw, consent: granted });
    const bare = event({ svc_click_id: sid, external_user_id });
    const other = event({ user_data: raw, consent: granted });
    for (const body of [own, bare, other]) await send(body);
    await app.settle();
    const body = { ad_user_data: 'denied' as const, ...(name === 'svc_click_id' ? { svc_click_id: sid } : { external_user_id }) };
    expect(bodyOf(await app.privacy.changeConsent({ body, headers: owner.headers }))).toEqual({ dropped: 1, sent: [] });
    expect(await Promise.all([own, other].map(({ event_id }) => find(event_id)))).toEqual([null, kept]);
    expect(bodyOf(await app.privacy.changeConsent({ body, headers: owner.headers }))).toEqual({ dropped: 0, sent: [] });
    const later = event({ svc_click_id: sid, external_user_id, user_data: raw });
    expect(await send(later)).toMatchObject({ warnings: ignored('user_data') });
    expect(await find(later.event_id)).toBeNull();
  });
});

describe('raw values', () => {
  const secrets = [
    'quentin',
    'Quentin',
    'zyxwvut',
    'Zyxwvut',
    '5551212',
    '555-1212',
    '203.0.113.77',
    '1116446470',
    ...Object.values(kept).flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value))),
  ];
  const found = async () => {
    const { world } = app;
    const tables = await Promise.all(['accounts', 'attribution', 'analysis', 'transient'].map((table) => allItems(world, table)));
    const files = [...world.objects.files.values(), ...world.backups.files.values()].map((file) => Buffer.from(file).toString('latin1'));
    const texts = { tables, files, mails: world.mails, notices: world.notices, posts: world.hooks.posts, messages: world.messages };
    return Object.entries(texts).flatMap(([place, content]) => {
      const text = JSON.stringify(content);
      return secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`);
    });
  };

  it('are in no table, file, mail, webhook or message after success, refusal, conflict and repetition', async () => {
    await setDestination(app, owner);
    const foreign = await (await newAdvertiser(app)).click();
    const user_data = raw;
    const bodies = [
      event({ user_data, consent: granted }),
      event({ user_data, consent: { ad_user_data: 'denied' } }),
      event({ user_data, consent: { ad_user_data: 'maybe' } }),
      event({ user_data, event_type: 'Not a type' }),
      event({ user_data, svc_click_id: foreign, consent: granted }),
      event({ user_data, consent: granted, value: -1 }),
    ];
    for (const body of bodies) {
      await app.conversions.sendConversion({ body: body as never, headers: owner.key });
      await app.conversions.sendConversion({ body: { ...body, value: 7 } as never, headers: owner.key });
      const items = [
        body,
        { ...body, event_id: `b${body.event_id}` },
        { id: `c${body.event_id}`, type: 'order_created', user: raw, user_data },
      ];
      await app.conversions.sendConversion({ body: { events: items } as never, headers: owner.key });
      await app.conversions.sendConversion({ body: { events: items, atomic: true } as never, headers: owner.key });
    }
    await app.settle();
    bodyOf(await app.privacy.exportAccount({ body: {}, headers: owner.headers } as never));
    await app.settle();
    await app.work('export');
    expect(await itemsOf(app.world, 'match_keys')).not.toEqual([]);
    expect(await found()).toEqual([]);
  });
});
