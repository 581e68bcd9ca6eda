// Slow: it walks pages in a browser.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { queueNames } from '#functions/queues.ts';
import { backupJob } from '#shared/backup/order-backup.ts';
import { pruneJob } from '#shared/backup/order-prune.ts';
import { previousDays } from '#shared/performance/rules/periods.ts';
import { recountJob } from '#shared/reports/order-recount.ts';
import { inZoneOfMachine } from '#test/kit/zone-of-machine.ts';
import { earnedOn } from '../../web/console/assistant/earned.ts';
import { type Pages, withNewest } from '../../web/console/events/live.ts';
import { barOf, noteOf, rateText } from '../../web/console/funnel/steps.ts';
import { curlOf, fieldsToFix, replayOf, shellQuoted } from '../../web/console/kit/curl.ts';
import {
  agoText,
  comparable,
  dayCount,
  dayIn,
  daysOf,
  dayText,
  isDay,
  type Preset,
  plusDays,
  presets,
  rangeBefore,
  rangeOf,
  rangeText,
  startOf,
} from '../../web/console/kit/dates.ts';
import { eventsSearch } from '../../web/console/kit/event-search.ts';
import { eventsSearchOf } from '../../web/console/kit/log-link.ts';
import { changeOf, moneyText, percentText, sumOf } from '../../web/console/kit/money.ts';
import { pollEvery, tailEvery, waitEvery } from '../../web/console/kit/poll.ts';
import { copyOf, hostOf, safeHref } from '../../web/console/kit/safe-href.ts';
import { auditTexts } from '../../web/console/operators/kit/audit-texts.ts';
import { fieldName } from '../../web/console/operators/kit/field-name.ts';
import { queueText } from '../../web/console/operators/queue-names.ts';
import { foundIn } from '../../web/console/palette/found.ts';
import { nextStep, progressOf } from '../../web/console/start/progress.ts';

describe('names for operators', () => {
  it('write ID as the texts do', () => {
    expect(['event_id_conflict', 'shown_user_ids', 'paid'].map(fieldName)).toEqual(['Event ID conflict', 'Shown user IDs', 'Paid']);
  });

  it('exist for every queue of tasks', () => {
    expect(queueNames.filter((queue) => queueText(queue) === queue)).toEqual([]);
  });
});

describe('money', () => {
  it('adds decimals exactly', () => {
    expect(sumOf(['0.1', '0.2'])).toBe('0.3');
    expect(sumOf(['99999999999999999999.99', '0.01'])).toBe('100000000000000000000.00');
    expect(sumOf(['5', '0.05', '-1.5'])).toBe('3.55');
    expect(sumOf(['-0.5', '0.25'])).toBe('-0.25');
    expect(sumOf([])).toBe('0');
  });

  it('gives what whole numbers give, whatever the decimals', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })), (cents) => {
        const text = (value: bigint) => {
          const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
          return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        };
        const total = cents.reduce((sum, one) => sum + one, 0n);
        expect(sumOf(['0.00', ...cents.map(text)])).toBe(text(total));
      }),
    );
  });

  it('is shown with its currency, exact beyond a double', () => {
    expect(moneyText('25.99', 'USD', 'en')).toBe('$25.99');
    expect(moneyText('1200', 'JPY', 'en')).toBe('¥1,200');
    expect(moneyText('9007199254740993.25', 'EUR', 'en')).toBe('€9,007,199,254,740,993.25');
    expect(moneyText('5', 'no currency', 'en')).toBe('5 no currency');
  });

  it('changes against the period before', () => {
    expect(changeOf(15, 10)).toEqual({ kind: 'change', ratio: 0.5 });
    expect(changeOf(3, 0)).toEqual({ kind: 'new' });
    expect(changeOf(0, 0)).toEqual({ kind: 'new' });
    expect(changeOf(7, 7)).toEqual({ kind: 'none' });
    expect(percentText(0.1234, 1, 'en')).toBe('12.3%');
  });
});

describe('days', () => {
  it('are cut in the zone', () => {
    const at = Date.parse('2026-03-28T23:30:00Z');
    expect(dayIn('UTC', at)).toBe('2026-03-28');
    expect(dayIn('Asia/Kolkata', at)).toBe('2026-03-29');
    expect(dayIn('America/Los_Angeles', at)).toBe('2026-03-28');
  });

  it('go on over the change of clocks and the end of a year', () => {
    expect(plusDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('make the presets', () => {
    const range = (preset: Preset) => rangeOf(preset, '2026-03-05');
    expect(range('today')).toEqual({ from: '2026-03-05', to: '2026-03-05' });
    expect(range('yesterday')).toEqual({ from: '2026-03-04', to: '2026-03-04' });
    expect(range('7d')).toEqual({ from: '2026-02-27', to: '2026-03-05' });
    expect(range('month')).toEqual({ from: '2026-03-01', to: '2026-03-05' });
    expect(range('last_month')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(range('quarter')).toEqual({ from: '2026-01-01', to: '2026-03-05' });
    expect(range('last_quarter')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(range('12m')).toEqual({ from: '2025-03-06', to: '2026-03-05' });
    // The reports cover at most 731 days.
    for (const preset of Object.keys(presets) as Preset[]) expect(dayCount(range(preset))).toBeLessThanOrEqual(366);
    expect(rangeBefore({ from: '2028-02-29', to: '2028-03-02' }, 'year')).toEqual({
      from: '2027-02-28',
      to: '2027-03-02',
    });
  });

  it('have a range before that is as long and ends where they begin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 91 }), (first, length) => {
        const from = plusDays('2000-01-01', first);
        const range = { from, to: plusDays(from, length) };
        const before = rangeBefore(range);
        expect(plusDays(before.to, 1)).toBe(range.from);
        expect(dayCount(before)).toBe(dayCount(range));
        expect(daysOf(range)).toHaveLength(length + 1);
        expect(before).toEqual(previousDays(range.from, range.to, 'previous_period'));
        expect(rangeBefore(range, 'year')).toEqual(previousDays(range.from, range.to, 'previous_year'));
      }),
    );
  });

  it('without today are compared with as many days directly before', () => {
    const today = '2026-11-27';
    expect(comparable(rangeOf('14d', today), today)).toEqual({
      now: { from: '2026-11-14', to: '2026-11-26' },
      before: { from: '2026-11-01', to: '2026-11-13' },
    });
    expect(comparable(rangeOf('month', today), today, 'year')).toEqual({
      now: { from: '2026-11-01', to: '2026-11-26' },
      before: { from: '2025-11-01', to: '2025-11-26' },
    });
    expect(comparable(rangeOf('yesterday', today), today)).toEqual({
      now: { from: '2026-11-26', to: '2026-11-26' },
      before: { from: '2026-11-25', to: '2026-11-25' },
    });
    expect(comparable(rangeOf('today', today), today)).toBeNull();
    expect(comparable(rangeOf('7d', today), today, 'none')).toBeNull();
  });

  it('are told from other texts', () => {
    expect(['2026-02-28', '2026-13-01', '2026-02-29', '2026-2-8', 5, undefined].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are so long ago', () => {
    const now = Date.parse('2026-03-05T12:00:00Z');
    expect(agoText('2026-03-05T11:57:30Z', now, 'en')).toBe('2 minutes ago');
    expect(agoText('2026-03-04T11:00:00Z', now, 'en')).toBe('yesterday');
  });
});

describe('polling', () => {
  it('reads three times a minute at most, and a day in an open tab costs under a cent', () => {
    for (const reads of [1, 2, 3]) {
      expect((60_000 / pollEvery(0, reads)) * reads).toBeLessThanOrEqual(3);
      // A request through the gateway and Lambda costs about 5 millionths of a dollar.
      const busy = (5 * 60_000) / pollEvery(0, reads);
      const idle = (24 * 3_600_000) / pollEvery(3_600_000, reads);
      expect((busy + idle) * reads * 0.000_005).toBeLessThan(0.01);
    }
  });

  it('of a live tail ends after five minutes without a touch', () => {
    expect([tailEvery(0), tailEvery(5 * 60_000 - 1), tailEvery(5 * 60_000)]).toEqual([2000, 2000, false]);
  });

  it('waits closely for two minutes only', () => {
    expect(waitEvery(10_000)).toBe(2000);
    expect(waitEvery(3 * 60_000)).toBe(20_000);
    expect(waitEvery(3_600_000)).toBe(300_000);
  });
});

describe('the events of an address', () => {
  it('take what the API takes, and nothing else', () => {
    expect(eventsSearch({ outcome: 'rejected', id: 42, type: '', from: '2026-01-01', to: 'x', other: 1 })).toEqual({
      outcome: 'rejected',
      id: '42',
    });
    expect(eventsSearch({ outcome: '<script>' })).toEqual({});
  });

  it('are those that a finding names', () => {
    const path =
      '/api/v1/pixel/events?outcome=rejected&environment=live&from=2026-01-01&to=2026-01-31&event_type=order_created&pixel_key=pk_live_1';
    expect(eventsSearchOf(path)).toEqual({
      outcome: 'rejected',
      type: 'order_created',
      pixel: 'pk_live_1',
      from: '2026-01-01',
      to: '2026-01-31',
    });
    expect(eventsSearchOf(null)).toBeNull();
  });

  it('have each filter of a finding under its own name', () => {
    const of = (query: Record<string, string>) => eventsSearchOf(`/api?${new URLSearchParams(query)}`);
    for (const [name, value, shown, text] of [
      ['outcome', 'rejected', 'outcome', 'rejected'],
      ['event_type', 'order_created', 'type', 'order_created'],
      ['reason', 'no_click_id', 'reason', 'no_click_id'],
      ['campaign', 'spring', 'campaign', 'spring'],
      ['key_id', 'key_1', 'key', 'key_1'],
      ['pixel_key', 'pk_live_1', 'pixel', 'pk_live_1'],
      ['channel', 'email', 'channel', 'email'],
      ['paid', 'true', 'paid', 'yes'],
      ['paid', 'false', 'paid', 'no'],
      ['traffic', 'internal', 'traffic', 'internal'],
      ['id', 'evt_1', 'id', 'evt_1'],
    ] as const)
      expect(of({ [name]: value }), `${name}=${value}`).toEqual({ [shown]: text });
    const days = { from: '2026-11-01', to: '2026-11-09' };
    expect(of(days)).toEqual(days);
  });
});

describe('the live tail', () => {
  type List = Pages<{ id: string }>;
  const page = (ids: string[], next_cursor: string | null = null) =>
    ({ events: ids.map((id) => ({ id })), next_cursor }) as List['pages'][number];
  const list = (...pages: List['pages']): List => ({ pages, pageParams: [] });
  const idsOf = (merged: List | null) => merged?.pages.map(({ events }) => events.map(({ id }) => id));

  it('puts what is new on top, once, and keeps the pages below', () => {
    const shown = list(page(['c', 'b'], 'x'), page(['a']));
    expect(idsOf(withNewest(shown, page(['e', 'd', 'c', 'b'], 'x')))).toEqual([['e', 'd', 'c', 'b'], ['a']]);
    expect(idsOf(withNewest(shown, page(['c', 'b'], 'x')))).toEqual([['c', 'b'], ['a']]);
    expect(idsOf(withNewest(list(page([])), page(['a'], 'x')))).toEqual([['a']]);
  });

  it('asks for the list again when events between the two may be missing', () => {
    expect(withNewest(list(page(['a'], 'x')), page(['e', 'd'], 'y'))).toBeNull();
    expect(withNewest(list(), page(['e']))).toBeNull();
  });
});

describe('the bars of the funnel', () => {
  const steps = (counts: number[]) => counts.map((count, i) => ({ step: ['sessions', 'page_views', 'items_added'][i] ?? '', count }));
  it('are as long as their numbers, of which the highest has the whole width', () => {
    expect([0, 1, 2].map((at) => barOf(steps([10, 20, 0]), at))).toEqual([0.5, 1, 0]);
    expect(barOf(steps([0, 0]), 1)).toBe(0);
  });

  it('have a rate only where something came before, and a note where a number is odd', () => {
    const counts = steps([10, 20, 0]);
    expect([rateText(counts, 0, null), rateText(counts, 1, 2)]).toEqual([null, '2 for each of the step before']);
    expect(rateText(steps([10, 5, 2]), 2, 0.4)).toBe('40% · 60% lost');
    expect(rateText(counts, 2, 0)).toBe('0% · 100% lost');
    expect(noteOf(counts, 1)).toContain('several pages');
    expect(noteOf(steps([10, 5, 11]), 2)).toContain('the pixel misses visits');
    const withoutPixel = steps([1, 0, 1]);
    expect([rateText(withoutPixel, 1, 0), rateText(withoutPixel, 2, null)]).toEqual([null, null]);
    expect(noteOf(withoutPixel, 1)).toContain('None was recorded');
  });
});

describe('the command palette', () => {
  const entries = [
    { title: 'Overview', group: 'Pages', words: 'value' },
    { title: 'Events', group: 'Pages', words: '' },
    { title: 'Create a key', group: 'Actions', words: 'secret' },
  ];
  it('finds entries by all words of a search, those whose title begins with it first', () => {
    expect(foundIn(entries, 'e').map(({ title }) => title)).toEqual(['Events', 'Overview', 'Create a key']);
    expect(foundIn(entries, 'KEY create').map(({ title }) => title)).toEqual(['Create a key']);
    expect(foundIn(entries, '  ')).toEqual(entries);
    expect(foundIn(entries, '.*')).toEqual([]);
  });
});

describe('an event as curl', () => {
  it('stays one argument, whatever its texts hold', () => {
    expect(shellQuoted(`it's $HOME \`x\``)).toBe(`'it'\\''s $HOME \`x\`'`);
    expect(curlOf({ event_id: `'; rm -rf / #`, event_type: 'a' }, 'http://x')).toContain(`"event_id":"'\\''; rm -rf / #"`);
  });

  it('is fixed in the fields that were refused', () => {
    const error = {
      detail: [{ loc: ['body', 'value'] }, { loc: ['body', 'properties', 'x'] }, { loc: ['body', 'value'] }],
    };
    expect(fieldsToFix({ error })).toEqual(['value']);
    expect(fieldsToFix({})).toEqual(['event_id', 'svc_click_id']);
    expect(replayOf({ value: ' 25 ', event_id: '' })).toEqual({ value: '25' });
  });
});

describe('what others wrote', () => {
  it('is a link only where it leads to the web', () => {
    expect(safeHref('https://a.example/')).toBe('https://a.example/');
    expect(['javascript:alert(1)', ' javascript:x', 'data:text/html,x', null, ''].map(safeHref)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(hostOf('https://www.a.example/x')).toBe('a.example');
    expect(hostOf('none')).toBe('none');
    expect(copyOf('https://api.example/media/5f2b.png')).toBe('/media/5f2b.png');
    for (const url of ['https://network.example/ads/1.png', 'https://x.example/media/../y', 'none', undefined])
      expect(copyOf(url)).toBeUndefined();
  });
});

it('shows what ads earned on a day in each currency, and a day without sales as 0 of the report’s currency', () => {
  const rows = [
    { day: '2026-01-01', currency: 'USD', value: '3.30' },
    { day: '2026-01-01', currency: 'EUR', value: '9' },
    { day: '2026-01-02', currency: 'USD', value: '9' },
  ];
  expect(earnedOn(rows, '2026-01-01', 'USD')).toMatch(/3.30 and .*9.00/);
  expect(earnedOn(rows, '2026-01-03', 'EUR')).toMatch(/€.?0.00/);
});

describe('the steps of Get started', () => {
  type Facts = Parameters<typeof progressOf>[0];
  const key = (kind: string, more: Partial<Facts['keys'][number]> = {}) => ({
    kind,
    environment: 'live' as const,
    revoked_at: null,
    ...more,
  });
  const funnel = (views: number, ads: number, events: [count: number, unmatched: number]) => ({
    steps: [{ step: 'page_views', count: views }],
    sessions: { ad: ads },
    event_types: [{ count: events[0], unmatched: events[1] }],
  });
  const done = (keys: Facts['keys'], report: Facts['funnel'], endpoints: Facts['endpoints'] = []) =>
    progressOf({ keys, funnel: report, endpoints }, 'live');

  it('are done by what the API says, each on its own', () => {
    const all = done([key('public'), key('secret')], funnel(1, 1, [2, 1]), [{ environment: 'live' }]);
    expect(Object.values(all)).toEqual([true, true, true, true, true]);
    expect(nextStep(all)).toBeNull();
    const none = done([], funnel(0, 0, [0, 0]));
    expect(Object.values(none)).toEqual([false, false, false, false, false]);
    expect(nextStep(none)).toBe('keys');
  });

  it('count neither revoked keys, nor those of the other environment, nor events that no ad earned', () => {
    const keys = [key('public', { revoked_at: '2026-01-01' }), key('secret', { environment: 'test' })];
    const some = done(keys, funnel(3, 0, [5, 5]), [{ environment: 'test' }]);
    expect(some).toEqual({ keys: false, pixel: true, links: false, conversion: false, webhook: false });
  });
});

it('every action of the audit has words', () => {
  const sources = ['functions/api', 'shared/http'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('list-audit.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const used = sources
    .filter((source) => source.includes('audit'))
    .flatMap((source) => [...source.matchAll(/\baction: '([a-z_]+)'/g)].map(([, action = '']) => action));
  const jobs = [backupJob, pruneJob, recountJob];
  expect([...new Set([...used, ...jobs])].sort()).toEqual(Object.keys(auditTexts).sort());
});

it.each(['America/St_Johns', 'Pacific/Kiritimati'])(
  'a day is written and in a week that begins on Monday, whatever the zone of the machine: %s',
  (zone) =>
    inZoneOfMachine(zone, () => {
      vi.setSystemTime('2026-11-27T12:00:00Z');
      expect(dayText('2026-11-01', 'en-GB')).toBe('1 Nov');
      expect(dayText('2025-11-01', 'en-GB')).toBe('1 Nov 2025');
      const days = { from: '2025-11-14', to: '2025-11-26' };
      const today = dayText('2026-11-26');
      expect(rangeText({ from: '2026-11-14', to: '2026-11-26' })).toBe(`${dayText('2026-11-14')} to ${today}`);
      expect(rangeText(days)).toBe(`${dayText(days.from)} to ${dayText(days.to)}`);
      expect(rangeText({ from: days.from, to: '2026-11-26' })).toMatch(/2025 to .*26, 2026$/);
      expect(rangeText({ from: '2026-11-26', to: '2026-11-26' })).toBe(today);
      vi.useRealTimers();
      expect(['2026-11-22', '2026-11-23'].map((day) => startOf(day, 'week'))).toEqual(['2026-11-16', '2026-11-23']);
    }),
);
