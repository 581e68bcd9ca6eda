import { tryEdges } from '#test/kit/edges.ts';

type Click = { sid: string; vid?: string; ts: number; end: number; renewed?: number };
type Store = { read(): Click | undefined; save(click: Click): void };
type KeptClick = { clickStore(domain?: string): Store; windowMs: number };

const source = new URL('../../../web/pixel/kept-click.ts', import.meta.url).href;
const { clickStore, windowMs } = (await import(source)) as KeptClick;

const now = Date.parse('2026-11-21T12:00:00Z');
const thirtyDaysMs = 30 * 86_400_000;
const sid = (letter: string) => `s_${letter.repeat(22)}`;

function openBrowser({ cookie, copy }: { cookie?: object; copy?: object } = {}) {
  const written: string[] = [];
  vi.stubGlobal('location', { hostname: 'www.shop.example', protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return cookie ? `svc_sid=${encodeURIComponent(JSON.stringify(cookie))}` : '';
    },
    set cookie(text: string) {
      written.push(text);
    },
  });
  vi.stubGlobal('localStorage', { getItem: () => (copy ? JSON.stringify(copy) : null), setItem: () => {} });
  return { store: clickStore(), written };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stored click of a browser', () => {
  const copied = (end: number) => openBrowser({ copy: { sid: sid('a'), ts: now - 1000, end } }).store.read()?.sid ?? null;
  const newer = (ts: number) =>
    openBrowser({
      cookie: { sid: sid('a'), ts },
      copy: { sid: sid('b'), ts: now - 5000, end: now + 1 },
    }).store.read()?.sid;
  const cookieFor = (ms: number) => {
    const { store, written } = openBrowser();
    store.save({ sid: sid('a'), ts: now, end: now + ms });
    return written.map((text) => /Max-Age=(-?\d+)/.exec(text)?.[1]);
  };
  tryEdges([
    {
      limit: 'the end of its window, after which the copy is none',
      value: now,
      outcomeOf: copied,
      outcomes: [null, null, sid('a')],
    },
    {
      limit: 'the time of the copy, before which a cookie loses',
      value: now - 5000,
      outcomeOf: newer,
      outcomes: [sid('b'), sid('a'), sid('a')],
    },
    {
      limit: 'milliseconds left at which a cookie is written, for whole seconds',
      value: 0,
      outcomeOf: cookieFor,
      outcomes: [[], [], ['1']],
    },
    {
      limit: 'milliseconds that a second has, of which a part counts as a whole',
      value: 1000,
      outcomeOf: cookieFor,
      outcomes: [['1'], ['1'], ['2']],
    },
  ]);

  it('a stored click leaves the cookie that a server has issued again', () => {
    const { store, written } = openBrowser();
    store.save({ sid: sid('a'), ts: now, end: now + 1000, renewed: now });
    expect(written).toEqual([]);
  });

  it('a stored click has a window of 30 days from its own time', () => {
    expect(windowMs).toBe(thirtyDaysMs);
    const ts = now - 1000;
    expect(openBrowser({ cookie: { sid: sid('a'), ts } }).store.read()).toMatchObject({
      ts,
      end: ts + thirtyDaysMs,
    });
  });

  it('a stored click without a time has a window of 30 days from now', () => {
    const click = openBrowser({ cookie: { sid: sid('a') } }).store.read();
    expect(click).toMatchObject({ ts: now, end: now + thirtyDaysMs });
  });

  it.each([7, 90])("a stored click keeps the service's end with a window of %i days", (days) => {
    const end = now + days * 86_400_000;
    const kept = { sid: sid('a'), ts: now - 1000 };
    expect(openBrowser({ cookie: kept, copy: { ...kept, end } }).store.read()?.end).toBe(end);
  });
});
