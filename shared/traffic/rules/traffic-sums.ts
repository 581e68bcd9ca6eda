import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, nameOf } from '#shared/cells/rules/cells.ts';
import type { Channel } from '#shared/clicks/rules/channels.ts';
import { type Traffic, type TrafficSignal, trafficKinds } from '#shared/clicks/rules/traffic.ts';
import { type ConsentWord, type ShownWord, shownWords } from '#shared/consent/rules/consent.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';

/** The traffic rule is `null` if no rule decided or none was stored. */
export type TrafficRow = { channel: Channel; traffic: Traffic; rule: TrafficSignal | null; clicks: number };
/** `adClicks` are the clicks of links with a campaign. */
export type Counts = { clicks: number; adClicks: number; conversions: number };
export type Automated = { clicks: number; automated: number };
export type TrafficSums = {
  rows: Map<string, TrafficRow & { adClicks: number }>;
  consents: Map<string, { channel: Channel; traffic: Traffic; consent: ConsentWord; clicks: number }>;
  conversions: Map<string, { channel: Channel; traffic: Traffic; conversions: number }>;
  days: Map<string, Automated>;
  campaigns: Map<string, Automated>;
};

/** A click that has no verdict yet counts as human. */
export const isPerson = (traffic: Traffic): boolean => traffic === 'human' || traffic === 'unknown';
/** Clicks of staff are neither of people who saw an ad nor of bots. */
const isAutomated = (traffic: Traffic): boolean => traffic !== 'internal' && !isPerson(traffic);

export const noTraffic = (): TrafficSums => ({
  rows: new Map(),
  consents: new Map(),
  conversions: new Map(),
  days: new Map(),
  campaigns: new Map(),
});

/** Conversions count on the day of their click. */
export function addTraffic(
  sums: TrafficSums,
  cell: CountedCell,
  days: ReportDays,
  { conversion, pixelKey }: { conversion: string; pixelKey: string | undefined },
): void {
  if (pixelKey !== undefined && nameOf(cell.names, 'pixel_key') !== pixelKey) return;
  if (cell.series === 'consents') {
    addConsents(sums, cell, days);
    return;
  }
  const isClick = cell.series === 'clicks';
  if (!isClick && nameOf(cell.names, 'event_type') !== conversion) return;
  const channel = nameOf(cell.names, 'channel') as Channel;
  const traffic = nameOf(cell.names, 'traffic') as Traffic;
  for (const [day, { count }] of amountsByDay(cell, days)) {
    if (!isClick) {
      const id = `${channel} ${traffic}`;
      const sum = sums.conversions.get(id) ?? { channel, traffic, conversions: 0 };
      sums.conversions.set(id, sum);
      sum.conversions += count;
      continue;
    }
    const rule = (nameOf(cell.names, 'matched_by') || null) as TrafficSignal | null;
    const id = `${channel} ${traffic} ${rule}`;
    const row = sums.rows.get(id) ?? { channel, traffic, rule, clicks: 0, adClicks: 0 };
    sums.rows.set(id, row);
    row.clicks += count;
    const campaign = nameOf(cell.names, 'campaign').normalize('NFC');
    if (campaign) row.adClicks += count;
    if (traffic === 'internal') continue;
    addTo(sums.days, day, count, traffic);
    if (campaign) addTo(sums.campaigns, campaign, count, traffic);
  }
}

function addConsents({ consents }: TrafficSums, cell: CountedCell, days: ReportDays): void {
  const channel = nameOf(cell.names, 'channel') as Channel;
  const traffic = nameOf(cell.names, 'traffic') as Traffic;
  const consent = nameOf(cell.names, 'event_type') as ConsentWord;
  const id = `${channel} ${traffic} ${consent}`;
  const sum = consents.get(id) ?? { channel, traffic, consent, clicks: 0 };
  consents.set(id, sum);
  for (const [, { count }] of amountsByDay(cell, days)) sum.clicks += count;
}

function addTo(all: Map<string, Automated>, name: string, count: number, traffic: Traffic): void {
  const sum = all.get(name) ?? { clicks: 0, automated: 0 };
  all.set(name, sum);
  sum.clicks += count;
  if (isAutomated(traffic)) sum.automated += count;
}

export const rowsOf = ({ rows }: TrafficSums): TrafficRow[] =>
  [...rows.values()]
    .filter(({ clicks }) => clicks !== 0)
    .map(({ channel, traffic, rule, clicks }) => ({ channel, traffic, rule, clicks }))
    .sort(
      (a, b) =>
        compare(a.channel, b.channel) ||
        trafficKinds.indexOf(a.traffic) - trafficKinds.indexOf(b.traffic) ||
        compare(a.rule ?? '', b.rule ?? ''),
    );

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export type ConsentRow = { channel: Channel; traffic: Traffic; consent: ShownWord; clicks: number };

/** The clicks without a statement are the rest. */
export function consentRowsOf(sums: TrafficSums): ConsentRow[] {
  const groups = Map.groupBy(rowsOf(sums), ({ channel, traffic }) => `${channel} ${traffic}`);
  return [...groups].flatMap(([id, rows]) => {
    const [{ channel, traffic }] = rows as [TrafficRow];
    const known = shownWords.flatMap((consent) => sums.consents.get(`${id} ${consent}`) ?? []);
    const all = rows.reduce((sum, { clicks }) => sum + clicks, 0);
    const unknown = known.reduce((rest, { clicks }) => rest - clicks, all);
    return [...known, { channel, traffic, consent: 'unknown' as const, clicks: unknown }].filter(({ clicks }) => clicks > 0);
  });
}

export function countsOf(sums: TrafficSums, selects: (group: { channel: Channel; traffic: Traffic }) => boolean): Counts {
  const total = <T>(all: Iterable<T>, amount: (item: T) => number) => [...all].reduce((sum, item) => sum + amount(item), 0);
  const rows = [...sums.rows.values()].filter(selects);
  return {
    clicks: total(rows, ({ clicks }) => clicks),
    adClicks: total(rows, ({ adClicks }) => adClicks),
    conversions: total([...sums.conversions.values()].filter(selects), ({ conversions }) => conversions),
  };
}
