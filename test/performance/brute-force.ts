import { aliases, type Click, type Order, type SpendOfDay, type Year } from './simulated-year.ts';

/** This slow program shares no code with the report. It keeps amounts as fractions of whole numbers. */
export type BruteQuery = {
  from: string;
  to: string;
  zone: string;
  groupBy: string[];
  conversion: string;
  basis: 'click' | 'occurred';
  traffic: 'human' | 'all';
  paid: 'true' | 'false' | 'all';
  pixel: string | undefined;
  currency: string | undefined;
  compare: 'none' | 'previous_period';
  sameAge: boolean;
  now: number;
};
/** Amounts are whole multiples of 10^-12. */
type Units = bigint;
const one = 10n ** 12n;
type Money = {
  conversions: number;
  value: Units;
  byType: Record<string, { count: number; value: Units }>;
  spend: Units | null;
  impressions: number | null;
  platformClicks: number | null;
};
export type BruteGroup = { clicks: number; byCurrency: Map<string, Money> };
export type Brute = {
  groups: Map<string, BruteGroup>;
  previous: Map<string, BruteGroup> | null;
  left: {
    traffic: Map<string, { clicks: number; conversions: number }>;
    channels: { clicks: number; conversions: number; spendRows: number };
    unjoined: number;
  };
};

const paidChannels = ['paid_search', 'paid_shopping', 'paid_social', 'paid_other', 'assistant_paid', 'display', 'paid_video'];
const usualChannel: Record<string, string> = { google_ads: 'paid_search', meta: 'paid_social' };
const dayMs = 86_400_000;

export function fractionOf(text: string): Units {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * one + BigInt(part.padEnd(12, '0').slice(0, 12));
}

const formats = new Map<string, Intl.DateTimeFormat>();
function localDay(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

export function bruteForce(year: Year, rateOf: (from: string, to: string, day: string) => string) {
  const localDays = new Map<string, { clicks: string[]; clicked: string[]; occurred: string[] }>();
  const daysIn = (zone: string) => {
    const known = localDays.get(zone) ?? {
      clicks: year.clicks.map(({ at }) => localDay(at, zone)),
      clicked: year.orders.map(({ click }) => localDay(click.at, zone)),
      occurred: year.orders.map(({ at }) => localDay(at, zone)),
    };
    localDays.set(zone, known);
    return known;
  };
  const newest = new Map<string, SpendOfDay>();
  for (const day of year.imports) newest.set(`${day.network} ${day.day}`, day);
  const spend = [...newest.values()];

  return (query: BruteQuery): Brute => {
    const days = daysIn(query.zone);
    const length = (Date.parse(query.to) - Date.parse(query.from)) / dayMs + 1;
    const shift = (day: string, by: number) => new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
    const before = { from: shift(query.from, -length), to: shift(query.from, -1) };
    const periods = [{ from: query.from, to: query.to, shift: 0 }, ...(query.compare === 'none' ? [] : [{ ...before, shift: length }])];
    const ofPixel = (click: Click) => query.pixel === undefined || click.pixel === query.pixel;
    const isHuman = (traffic: string) => traffic === 'human' || traffic === 'unknown';

    type Known = { click: Click; all: number; on: Map<string, Map<string, number>> };
    const orderDays = query.basis === 'click' ? days.clicked : days.occurred;
    const knownIn = ({ from, to }: { from: string; to: string }) => {
      const known = new Map<string, Known>();
      const adOf = (click: Click) => {
        const key = [click.pixel, click.campaign, click.adGroup, click.adId].join('\n');
        const ad = known.get(key) ?? { click, all: 0, on: new Map() };
        known.set(key, ad);
        return ad;
      };
      year.clicks.forEach((click, at) => {
        const day = days.clicks[at] as string;
        if (day < from || day > to || !ofPixel(click)) return;
        const ad = adOf(click);
        if (!isHuman(click.traffic)) return;
        ad.all++;
        const on = ad.on.get(day) ?? new Map<string, number>();
        ad.on.set(day, on);
        on.set(click.channel, (on.get(click.channel) ?? 0) + 1);
      });
      year.orders.forEach(({ click }, at) => {
        const day = orderDays[at] as string;
        if (day >= from && day <= to && ofPixel(click)) adOf(click);
      });
      return [...known.values()].sort((a, b) => (nameText(a.click) < nameText(b.click) ? -1 : 1));
    };
    const allKnown = periods.map(knownIn);
    /** The ads with a click from 30 days before to 30 days after, or an order of the day itself. */
    const aroundDays = new Map<string, Known[]>();
    const knownAround = (day: string) => {
      const known = aroundDays.get(day) ?? aroundOf(day);
      aroundDays.set(day, known);
      return known;
    };
    const byAd = new Map<
      string,
      {
        click: Click;
        any: Map<string, number>;
        people: Map<string, number>;
        on: Known['on'];
        orders: Set<string>;
      }
    >();
    const entryOf = (click: Click) => {
      const key = [click.pixel, click.campaign, click.adGroup, click.adId].join('\n');
      const entry = byAd.get(key) ?? {
        click,
        any: new Map(),
        people: new Map(),
        on: new Map(),
        orders: new Set(),
      };
      byAd.set(key, entry);
      return entry;
    };
    year.clicks.forEach((click, at) => {
      if (!ofPixel(click)) return;
      const day = days.clicks[at] as string;
      const { any, people, on } = entryOf(click);
      any.set(day, (any.get(day) ?? 0) + 1);
      if (!isHuman(click.traffic)) return;
      people.set(day, (people.get(day) ?? 0) + 1);
      const ofDay = on.get(day) ?? new Map<string, number>();
      on.set(day, ofDay);
      ofDay.set(click.channel, (ofDay.get(click.channel) ?? 0) + 1);
    });
    year.orders.forEach(({ click }, at) => {
      if (ofPixel(click)) entryOf(click).orders.add(orderDays[at] as string);
    });
    function aroundOf(day: string): Known[] {
      const window = Array.from({ length: 61 }, (_, at) => shift(day, at - 30));
      const sum = (counts: Map<string, number>) => window.reduce((total, one) => total + (counts.get(one) ?? 0), 0);
      return [...byAd.values()]
        .filter(({ any, orders }) => sum(any) > 0 || orders.has(day))
        .map(({ click, people, on }) => ({ click, all: sum(people), on }))
        .sort((a, b) => (nameText(a.click) < nameText(b.click) ? -1 : 1));
    }
    function nameText({ campaign, adGroup, adId, pixel }: Click) {
      return JSON.stringify([campaign, adGroup, adId, pixel]);
    }
    const fold = (text: string | null | undefined) => (text ?? '').trim().toLowerCase();
    const means = (level: 'campaign' | 'ad_group' | 'ad', ours: string, id: string | null, name: string | null, network: string) =>
      (id !== null && ours === id) ||
      (name !== null && fold(ours) === fold(name)) ||
      aliases.some((alias) => alias.level === level && alias.network === network && alias.value === ours && alias.id === id);

    type Row = SpendOfDay['rows'][number];
    function isOf(click: Click, row: Row, network: string, level: 'campaign' | 'ad_group' | 'ad'): boolean {
      const parts = [
        { level: 'campaign' as const, ours: click.campaign, id: row.campaignId, name: row.campaign },
        { level: 'ad_group' as const, ours: click.adGroup, id: row.adGroupId, name: row.adGroup },
        { level: 'ad' as const, ours: click.adId, id: row.adId, name: row.ad },
      ];
      const depth = ['campaign', 'ad_group', 'ad'].indexOf(level);
      return parts.slice(0, depth + 1).every((part, at) => {
        const isUnknown = part.ours === '' || (part.id === null && part.name === null);
        if (isUnknown) return at < depth;
        return means(part.level, part.ours, part.id, part.name, network);
      });
    }
    const best = (some: Known[], clicksOf: (ad: Known) => number) =>
      some.reduce<Known | undefined>((top, ad) => (!top || clicksOf(ad) > clicksOf(top) ? ad : top), undefined);

    const levelsOf = { campaign: 'campaign', ad_group: 'ad_group', ad: 'ad' } as const;
    type Level = keyof typeof levelsOf;
    const joinedAt = (all: Known[], row: Row, day: SpendOfDay, level: Level) =>
      all.filter(({ click }) => isOf(click, row, day.network, level) && (day.pixelKey === null || click.pixel === day.pixelKey));
    const joins = new Map<string, { joined: Known[]; names: (string | null)[] }>();
    /** The clicks around the day name a row, and the ads of a period say which names mean the same ad. */
    function joinOf(row: Row, day: SpendOfDay, period: number | null) {
      const { campaignId, campaign, adGroupId, adId, ad } = row;
      const names = [day.network, day.level, campaignId, campaign, adGroupId, adId, ad];
      const key = JSON.stringify([period, day.day, ...names]);
      const cached = joins.get(key);
      if (cached) return cached;
      const level = day.level as Level;
      const around = knownAround(day.day);
      const joined = joinedAt(period === null ? around : (allKnown[period] ?? []), row, day, level);
      const clicks = best(joined, (known) => known.all)?.click;
      const alias = aliases
        .filter(({ network, id }) => network === day.network && id === row.campaignId)
        .map(({ value }) => value)
        .sort()[0];
      const ofCampaign = best(joinedAt(around, row, day, 'campaign'), (known) => known.all)?.click.campaign;
      const ownCampaign = ofCampaign ?? alias ?? row.campaign ?? row.campaignId ?? '';
      const ofGroup = row.adGroupId === null ? undefined : best(joinedAt(around, row, day, 'ad_group'), (known) => known.all)?.click;
      const result = {
        joined,
        names:
          level === 'campaign'
            ? [clicks?.campaign ?? ownCampaign, null, null]
            : clicks
              ? [clicks.campaign, clicks.adGroup, clicks.adId]
              : [ofGroup?.campaign ?? ownCampaign, ofGroup?.adGroup ?? row.adGroupId ?? '', row.adId ?? row.ad ?? ''],
      };
      joins.set(key, result);
      return result;
    }

    const convert = (currency: string, day: string, units: Units): [string, Units] =>
      query.currency === undefined || query.currency === currency
        ? [currency, units]
        : [query.currency, (units * fractionOf(rateOf(currency, query.currency, day))) / one];
    const left: Brute['left'] = {
      traffic: new Map(),
      channels: { clicks: 0, conversions: 0, spendRows: 0 },
      unjoined: 0,
    };
    const monday = (day: string) => shift(day, -((new Date(day).getUTCDay() + 6) % 7));
    const keyOf = (day: string, pixel: string | null, channel: string, names: (string | null)[]) =>
      JSON.stringify(
        query.groupBy.map(
          (name) =>
            ({
              day,
              week: monday(day),
              month: `${day.slice(0, 7)}-01`,
              pixel_key: pixel,
              channel,
              campaign: names[0],
              ad_group: names[1],
              ad_id: names[2],
            })[name] ?? null,
        ),
      );
    const isShown = (channel: string) => query.paid === 'all' || paidChannels.includes(channel) === (query.paid === 'true');

    type Names = (string | null)[];
    const prefixes = (names: Names) => [1, 2, 3].map((length) => JSON.stringify(names.slice(0, length)));
    const currentNames = new Set<string>();
    const depthOf = (names: Names) => prefixes(names).filter((prefix) => currentNames.has(prefix)).length;
    const newNames = new Map<string, Names>();
    if (periods.length > 1)
      for (const day of spend)
        for (const row of day.rows) {
          const isRead =
            periods.some(({ from, to }) => day.day >= from && day.day <= to) &&
            (day.pixelKey === null
              ? query.pixel === undefined && !query.groupBy.includes('pixel_key')
              : query.pixel === undefined || day.pixelKey === query.pixel);
          const campaignRow = { ...row, adGroupId: null, adGroup: null, adId: null, ad: null };
          for (const [one, level] of [[campaignRow, 'campaign'], ...(day.level === 'ad' ? [[row, 'ad'] as const] : [])] as const) {
            const [now, then] = [0, 1].map((at) => joinOf(one, { ...day, level }, at)) as [
              ReturnType<typeof joinOf>,
              ReturnType<typeof joinOf>,
            ];
            if (!isRead || now.joined.length > 0 || then.joined.length === 0) continue;
            const length = level === 'ad' ? 3 : 1;
            const key = JSON.stringify(then.names.slice(0, length));
            const names = now.names.slice(0, length);
            const other = newNames.get(key);
            if (!other || JSON.stringify(names) < JSON.stringify(other)) newNames.set(key, names);
          }
        }
    function nameNow(names: Names): Names {
      for (const length of [3, 1]) {
        const to = newNames.get(JSON.stringify(names.slice(0, length)));
        if (length > depthOf(names) && to && currentNames.has(JSON.stringify(to))) return [...to, ...names.slice(length)];
      }
      return names;
    }

    const results = periods.map((period, at) => {
      const groups = new Map<string, BruteGroup>();
      const isCurrent = period.shift === 0;
      const groupAt = (key: string) => {
        const group = groups.get(key) ?? { clicks: 0, byCurrency: new Map<string, Money>() };
        groups.set(key, group);
        return group;
      };
      const moneyAt = (key: string, currency: string) => {
        const group = groupAt(key);
        const none: Money = {
          conversions: 0,
          value: 0n,
          byType: {},
          spend: null,
          impressions: null,
          platformClicks: null,
        };
        const money = group.byCurrency.get(currency) ?? none;
        group.byCurrency.set(currency, money);
        return money;
      };
      const inPeriod = (day: string) => day >= period.from && day <= period.to;
      const namesOf = ({ campaign, adGroup, adId }: Click) => nameIn([campaign, adGroup, adId]);
      const nameIn = (names: Names): Names => {
        if (!isCurrent) return nameNow(names);
        for (const prefix of prefixes(names)) currentNames.add(prefix);
        return names;
      };
      const leftOf = (kind: string) => {
        const sum = left.traffic.get(kind) ?? { clicks: 0, conversions: 0 };
        left.traffic.set(kind, sum);
        return sum;
      };
      year.clicks.forEach((click, at) => {
        const day = days.clicks[at] as string;
        if (!inPeriod(day) || !ofPixel(click)) return;
        if (query.traffic === 'human' && !isHuman(click.traffic)) {
          if (isCurrent) leftOf(click.traffic).clicks++;
        } else if (!isShown(click.channel)) {
          if (isCurrent) left.channels.clicks++;
        } else groupAt(keyOf(shift(day, period.shift), click.pixel, click.channel, namesOf(click))).clicks++;
      });
      year.orders.forEach((order, at) => {
        const { click } = order;
        const day = orderDays[at] as string;
        if (!inPeriod(day) || !ofPixel(click)) return;
        const shown = shift(day, period.shift);
        if (query.sameAge && !isOldEnough(order, shown, query)) return;
        const isNumerator = order.type === query.conversion;
        const traffic = click.traffic === 'internal' ? 'internal' : 'human';
        if (query.traffic === 'human' && traffic === 'internal') {
          if (isCurrent) leftOf('internal').conversions += isNumerator ? 1 : 0;
          return;
        }
        if (!isShown(click.channel)) {
          if (isCurrent && isNumerator) left.channels.conversions++;
          return;
        }
        const [currency, value] = convert(order.currency, localDay(order.at, 'UTC'), (BigInt(order.cents) * one) / 100n);
        const money = moneyAt(keyOf(shown, click.pixel, click.channel, namesOf(click)), currency);
        if (isNumerator) {
          money.conversions++;
          money.value += value;
          return;
        }
        const ofType = money.byType[order.type] ?? { count: 0, value: 0n };
        money.byType[order.type] = { count: ofType.count + 1, value: ofType.value + value };
      });
      for (const day of spend) {
        if (!inPeriod(day.day) || (query.pixel !== undefined && day.pixelKey !== null && day.pixelKey !== query.pixel)) continue;
        for (const row of day.rows) {
          if (day.pixelKey === null && (query.pixel !== undefined || query.groupBy.includes('pixel_key'))) {
            if (isCurrent) left.unjoined++;
            continue;
          }
          const { joined, names } = joinOf(row, day, null);
          const sums = new Map<string, number>();
          for (const ad of joined)
            for (const [channel, count] of ad.on.get(day.day) ?? []) sums.set(channel, (sums.get(channel) ?? 0) + count);
          const channels = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
          const most = channels.reduce<[string, number] | undefined>(
            (top, next) => (!top || next[1] > top[1] ? next : top),
            undefined,
          )?.[0];
          const channel = most ?? usualChannel[day.network] ?? 'paid_other';
          const ofDay = most && best(joined, (ad) => ad.on.get(day.day)?.get(most) ?? 0)?.click;
          if (!isShown(channel)) {
            if (isCurrent) left.channels.spendRows++;
            continue;
          }
          const own = !ofDay
            ? names
            : day.level === 'campaign'
              ? [ofDay.campaign, null, null]
              : [ofDay.campaign, ofDay.adGroup, ofDay.adId];
          const isKnownThen = isCurrent || joinOf(row, day, at).joined.length > 0;
          const now = isKnownThen ? undefined : joinOf(row, day, 0).names;
          const isNamedNow = now && depthOf(now) > 0 && depthOf(now) >= depthOf(own);
          const placed = isNamedNow ? now : nameIn(own);
          const [currency, value] = convert(day.currency, day.day, fractionOf(row.spend));
          const money = moneyAt(keyOf(shift(day.day, period.shift), day.pixelKey, channel, placed), currency);
          money.spend = (money.spend ?? 0n) + value;
          if (row.impressions !== null) money.impressions = (money.impressions ?? 0) + row.impressions;
          if (row.clicks !== null) money.platformClicks = (money.platformClicks ?? 0) + row.clicks;
        }
      }
      return groups;
    });
    return { groups: results[0] as Map<string, BruteGroup>, previous: results[1] ?? null, left };
  };
}

function isOldEnough({ click, at }: Order, shown: string, { zone, now }: BruteQuery): boolean {
  let end = Date.parse(shown) + dayMs;
  const next = new Date(end).toISOString().slice(0, 10);
  end -= dayMs;
  while (localDay(end, zone) < next) end += 900_000;
  while (localDay(end - 900_000, zone) >= next) end -= 900_000;
  const age = Math.floor((now - end) / dayMs);
  const steps = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30, 90];
  const reached = steps.filter((step) => step + 1 <= age).at(-1) ?? -1;
  const lag = Math.max(0, Math.floor((at - click.at) / dayMs));
  return lag <= reached;
}

export function ratioText(top: Units, bottom: Units, places: number): string {
  const scaled = top * 10n ** BigInt(places);
  const [whole, rest] = [scaled / bottom, scaled % bottom];
  const digits = (rest * 2n >= bottom ? whole + 1n : whole).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
export const unitsOf = (count: number): Units => BigInt(count) * one;
export const moneyText = (units: Units) => ratioText(units, one, 2);
