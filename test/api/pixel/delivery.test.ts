type Click = {
  sid: string;
  ts: number;
  end: number;
  todo?: string;
  users?: string[];
  known?: number[];
  verify?: boolean;
  ads?: string;
};
type AdConsent = { ad_user_data?: string; ad_personalization?: string; origin?: string };
type Delivery = {
  use(click: Click): void;
  add(event: object): void;
  identify(user: string): boolean;
  soon(): void;
  drop(): object[];
  last(): void;
};
type Pixel = {
  delivery(api: string, key: string, say: () => void, consent: AdConsent, mayLeave: () => boolean, confirmed: () => void): Delivery;
};

const source = new URL('../../../web/pixel/delivery.ts', import.meta.url).href;
const { delivery } = (await import(source)) as Pixel;

type Sent = { path: string; body: Record<string, unknown> & { events?: object[] }; keepalive: boolean };

function openPage(click: Partial<Click> = {}, statuses: number[] = [], verify?: true) {
  const sent: Sent[] = [];
  const beacons: Sent[] = [];
  const listeners = new Map<string, (event?: { isTrusted: boolean }) => void>();
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const noted = (url: string, body: string, keepalive = true) => ({
    path: url.split('/').at(-1) ?? '',
    body: JSON.parse(body),
    keepalive,
  });
  vi.stubGlobal('document', { referrer: 'https://search.example/?q=secret' });
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => listeners.set(name, run));
  vi.stubGlobal('navigator', {
    onLine: true,
    sendBeacon: (url: string, body: string) => beacons.push(noted(url, body)) > 0,
  });
  vi.stubGlobal('fetch', async (url: string, init: { body: string; keepalive: boolean }) => {
    sent.push(noted(url, init.body, init.keepalive));
    const status = statuses.shift() ?? 200;
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ sid: own.sid, expires_at, verify }), { status });
  });
  const own: Click = { sid: `s_${'a'.repeat(22)}`, ts: 0, end: 0, ...click };
  const consent: AdConsent = {};
  const page = { mayLeave: true, saved: 0 };
  const service = delivery(
    'https://adtrail.example/api/v1/pixel/',
    'pk_test_a',
    () => {},
    consent,
    () => page.mayLeave,
    () => page.saved++,
  );
  service.use(own);
  const track = (count: number, properties?: object) => {
    for (let event = 0; event < count; event++)
      service.add({ event_type: 'seen', url: 'https://shop.example', ...(properties && { properties }) });
  };
  const use = (sign: string, isTrusted: boolean) => listeners.get(sign)?.({ isTrusted });
  const state = (words: AdConsent) => {
    Object.assign(consent, { origin: 'tcf' }, words);
    service.soon();
  };
  return { service, page, click: own, sent, beacons, track, use, state, online: () => listeners.get('online')?.() };
}
const counts = (sent: Sent[]) => sent.map(({ path, body }) => (body.events ? body.events.length : path));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('events', () => {
  it.each([
    [49, [49]],
    [50, [50]],
    [51, [50, 1]],
    [200, [50, 50, 50, 50]],
    [201, [50, 50, 50, 50]],
  ])('%i waiting events leave as %o', async (count, wanted) => {
    const { sent, track } = openPage();
    track(count);
    await wait(1000);
    expect(counts(sent)).toEqual(wanted);
  });

  it.each([0, 429, 500, 503, 599])('events are sent again after %i, five times in all, over 1, 4, 16 and 64 seconds', async (status) => {
    const { sent, track } = openPage({}, Array(9).fill(status));
    await wait(1);
    track(1);
    await wait(20);
    for (const seconds of [1, 4, 16, 64]) {
      const before = sent.length;
      await wait(seconds * 1000 - 1);
      expect(sent).toHaveLength(before);
      await wait(1);
      expect(sent).toHaveLength(before + 1);
    }
    await wait(3_600_000);
    expect(sent).toHaveLength(5);
  });

  it('abandoned events are sent again once the network is back', async () => {
    const { sent, track, online } = openPage({}, Array(5).fill(0));
    track(3);
    await wait(200_000);
    online();
    await wait(1);
    expect(counts(sent)).toEqual([3, 3, 3, 3, 3, 3]);
    await wait(200_000);
    expect(sent).toHaveLength(6);
  });

  it.each([400, 401, 403])('events are not sent after a %i: the key or the origin is wrong', async (status) => {
    const { sent, track } = openPage({}, [status]);
    track(60);
    await wait(200_000);
    track(1);
    await wait(200_000);
    expect(counts(sent)).toEqual([50]);
  });

  it.each([404, 409, 413, 422])('events rejected with %i are dropped, and later events are sent', async (status) => {
    const { sent, track } = openPage({}, [status]);
    track(60);
    await wait(200_000);
    expect(counts(sent)).toEqual([50, 10]);
  });

  it('events below 60,000 bytes outlive their page', async () => {
    const { sent, track } = openPage();
    track(1);
    await wait(100);
    const rest = JSON.stringify(sent[0]?.body).length + ',"properties":{"text":""}'.length;
    for (const bytes of [59_999, 60_000]) {
      track(1, { text: 'x'.repeat(bytes - rest) });
      await wait(100);
    }
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, true, false]);
  });
});

describe('a session', () => {
  it('a session precedes its events, without query and fragment of the page before', async () => {
    const { sent, track, click } = openPage({ todo: 'https://shop.example/?svc_campaign=a' });
    track(1);
    await wait(100);
    expect(counts(sent)).toEqual(['sessions', 1]);
    expect(sent[0]?.body).toMatchObject({ referrer: 'https://search.example/', consent: false });
    expect(click).toMatchObject({ todo: undefined, end: expect.any(Number) });
  });

  it.each([
    [90, true],
    [91, false],
    [92, false],
  ])('a session that ends in %i days is accepted: %s', async (days, isBelieved) => {
    const end = Date.now() + days * 86_400_000;
    const { click } = openPage({ todo: 'https://shop.example/' });
    vi.stubGlobal('fetch', async () => Response.json({ sid: click.sid, expires_at: new Date(end + 1).toISOString() }));
    await wait(0);
    expect(click.end).toBe(isBelieved ? end + 1 : 0);
  });

  it.each([
    [8000, 8000],
    [8001, 8000],
  ])('a session of an address of %i characters sends %i of them', async (length, named) => {
    const { sent } = openPage({ todo: 'x'.repeat(length) });
    await wait(1);
    expect(sent[0]?.body.url).toHaveLength(named);
  });
});

describe('users of a click', () => {
  it('a click sends at most twenty users, including confirmed users, each once', async () => {
    const { service, click, sent } = openPage({ known: [1, 2, 3] });
    const identify = (user: number) => service.identify(`user-${user}`);
    expect(Array.from({ length: 18 }, (_, user) => identify(user))).toEqual([...Array(17).fill(true), false]);
    expect(identify(0)).toBe(true);
    await wait(100);
    expect(identify(1)).toBe(true);
    expect(identify(99)).toBe(false);
    await wait(100);
    expect(sent).toHaveLength(17);
    expect(click.users).toEqual([]);
  });

  it('users of an unknown click are sent once more, 20 seconds later', async () => {
    const { service, sent } = openPage({}, [404, 404]);
    service.identify('user-1');
    await wait(1);
    expect(sent).toHaveLength(1);
    await wait(19_998);
    expect(sent).toHaveLength(1);
    await wait(2);
    expect(sent).toHaveLength(2);
    await wait(600_000);
    expect(sent).toHaveLength(2);
  });
});

it('a closing page sends the session, at most 50 events, and each user', async () => {
  const { service, click, beacons, track } = openPage({ todo: 'https://shop.example/' });
  service.identify('user-1');
  track(60);
  service.last();
  expect(counts(beacons)).toEqual(['sessions', 50]);
  delete click.todo;
  service.last();
  expect(counts(beacons.slice(2))).toEqual(['identify', 10]);
});

describe('the consent of a click', () => {
  const denied = { ad_user_data: 'denied', ad_personalization: 'denied' };
  const granted = { ad_user_data: 'granted', ad_personalization: 'granted' };
  const said = (sent: Sent[]) => sent.map(({ path, body }) => [path, body.consent]);
  const url = 'https://shop.example/';

  it('the consent of a click is sent with the session, else a boolean', async () => {
    const without = openPage({ todo: url });
    await wait(100);
    expect(said(without.sent)).toEqual([['sessions', false]]);
    const { state, sent } = openPage({ todo: url });
    state({ ad_user_data: 'granted' });
    await wait(100);
    expect(said(sent)).toEqual([['sessions', { ad_user_data: 'granted', origin: 'tcf' }]]);
  });

  it('the consent of a click is sent once when it comes or changes after the session, and not again on a later page', async () => {
    const { state, sent, click, page } = openPage({ todo: url });
    await wait(100);
    state(granted);
    state(granted);
    await wait(100);
    state(denied);
    await wait(100);
    state(denied);
    await wait(100_000);
    expect(said(sent.slice(1))).toEqual([
      ['consent', { ...granted, origin: 'tcf' }],
      ['consent', { ...denied, origin: 'tcf' }],
    ]);
    expect(page.saved).toBe(3);
    const next = openPage({ ...click });
    next.state(denied);
    await wait(100_000);
    expect(next.sent).toEqual([]);
    next.state(granted);
    await wait(100_000);
    expect(said(next.sent)).toEqual([['consent', { ...granted, origin: 'tcf' }]]);
  });

  it('consent that changes while the session is on its way is sent after it', async () => {
    const { state, sent } = openPage({ todo: url });
    state(granted);
    await wait(0);
    expect(said(sent)).toEqual([['sessions', { ...granted, origin: 'tcf' }]]);
    const late = openPage({ todo: url });
    vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
      late.sent.push({ path: address.split('/').at(-1) ?? '', body: JSON.parse(init.body), keepalive: true });
      if (late.sent.length === 1) late.state(denied);
      return Response.json({ sid: late.click.sid, expires_at: '' });
    });
    await wait(100);
    expect(said(late.sent)).toEqual([
      ['sessions', false],
      ['consent', { ...denied, origin: 'tcf' }],
    ]);
  });

  it('a withdrawal is the only message that leaves, before waiting events and users', async () => {
    const { state, sent, track, service, page } = openPage();
    state(granted);
    await wait(100);
    page.mayLeave = false;
    state(denied);
    track(3);
    service.identify('user-1');
    await wait(100_000);
    expect(said(sent)).toEqual([
      ['consent', { ...granted, origin: 'tcf' }],
      ['consent', { ...denied, origin: 'tcf' }],
    ]);
    expect(service.drop()).toHaveLength(3);
  });

  it('a withdrawal before the session was sent sends nothing, also at the end of the page and after a lost connection', async () => {
    const { state, sent, beacons, track, service, page, online } = openPage({ todo: url });
    page.mayLeave = false;
    state(denied);
    track(1);
    await wait(100);
    service.last();
    online();
    await wait(100_000);
    expect([sent, beacons]).toEqual([[], []]);
  });

  it('the consent of a click is sent again after an error, and by a beacon at the end of the page', async () => {
    const { state, sent, beacons, service, page } = openPage({}, [503, 0, 200]);
    state(denied);
    await wait(100_000);
    expect(said(sent)).toEqual(Array(3).fill(['consent', { ...denied, origin: 'tcf' }]));
    service.last();
    expect(beacons).toEqual([]);
    page.mayLeave = false;
    state(granted);
    service.last();
    expect(said(beacons)).toEqual([['consent', { ...granted, origin: 'tcf' }]]);
  });
});

describe('interaction', () => {
  const visit = (verify?: true) => {
    const document = { referrer: '', hidden: false };
    const page = openPage({ todo: 'https://shop.example/', ts: Date.now() }, [], verify);
    vi.stubGlobal('document', document);
    return { ...page, document };
  };
  const reports = ({ beacons }: ReturnType<typeof openPage>) => beacons.map(({ path, body }) => [path, body]);

  it('is reported once, after five visible seconds and a sign of a person, if the service asked', async () => {
    const page = visit(true);
    await wait(4500);
    page.use('scroll', true);
    expect(reports(page)).toEqual([]);
    page.document.hidden = true;
    await wait(60_000);
    expect(reports(page)).toEqual([]);
    page.document.hidden = false;
    await wait(60_000);
    expect(reports(page)).toEqual([['interactions', { key: 'pk_test_a', sid: page.click.sid }]]);
    expect(page.click).toMatchObject({ verify: false });
  });

  it.each(['scroll', 'keydown', 'pointerdown', 'pointermove'])('of %s counts', async (sign) => {
    const page = visit(true);
    page.use(sign, true);
    await wait(6000);
    expect(reports(page)).toHaveLength(1);
  });

  it('of events that a script dispatches does not count', async () => {
    const page = visit(true);
    page.use('scroll', false);
    await wait(60_000);
    expect(reports(page)).toEqual([]);
  });

  it('is not reported unless the service asked', async () => {
    const page = visit();
    page.use('scroll', true);
    await wait(60_000);
    expect(reports(page)).toEqual([]);
  });

  it('on a later page is reported there, since the copy of the click says so', async () => {
    const page = openPage({ verify: true });
    vi.stubGlobal('document', { referrer: '', hidden: false });
    page.use('keydown', true);
    await wait(6000);
    expect(reports(page)).toHaveLength(1);
  });
});
