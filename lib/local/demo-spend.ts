import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { ads, historyDays, randomFrom, shareOf, shareUntil, startOfDay, visitorsOn } from './demo-ads.ts';

type Line = {
  day: string;
  campaign: string;
  group: string;
  ad: string;
  impressions: number;
  clicks: number;
  cost: string;
};

const google = { ad_11: 3.1, ad_12: 3.4 };
const meta = { ad_42: 4.1, ad_43: 4.3, ad_51: 3.8 };
/** The network charges this share of an ad's clicks, and `clickShare` of its views end in a click. */
const chargedShare = 0.85;
const clickShare = 0.013;

/** The advertiser renamed this campaign at the network, but its links keep the former name. */
const renamed: Record<string, string> = { ad_51: 'spring_sale 2 (trail)' };

/** An edit at the network made a copy of this ad, which has another name since. */
const copied = { ad: 'ad_43', name: 'ad_43 - Copy', since: 20 };
const nameOn = (day: number, ad: string) => (ad === copied.ad && day >= copied.since ? copied.name : ad);

/** The advertiser exports this network's report once a week, so its last days are not known yet. */
const lateDays = 3;

function linesOf(prices: Record<string, number>, until: number, daysWithout = 0): Line[] {
  const days = Array.from({ length: historyDays - daysWithout }, (_, day) => day);
  return days.flatMap((day) => {
    const start = startOfDay(day, until);
    const visitors = visitorsOn(day, start, 0.5) * shareUntil(start, until);
    return ads.flatMap((demoAd): Line[] => {
      const price = prices[demoAd.ad];
      if (price === undefined) return [];
      const random = randomFrom(500_000 + day * 100 + Number(demoAd.ad.replace('ad_', '')));
      const clicks = Math.round(visitors * shareOf(demoAd) * chargedShare * (0.75 + random() / 2));
      if (clicks === 0) return [];
      return [
        {
          day: dayIn('UTC', start),
          campaign: renamed[demoAd.ad] ?? demoAd.campaign,
          group: demoAd.group,
          ad: nameOn(day, demoAd.ad),
          clicks,
          impressions: Math.round((clicks / clickShare) * (0.8 + random() * 0.4)),
          cost: (clicks * price * (0.9 + random() / 5)).toFixed(2),
        },
      ];
    });
  });
}

const csv = (rows: readonly (readonly (string | number)[])[]) => `${rows.map((row) => row.join(',')).join('\n')}\n`;

const googleFile = (lines: readonly Line[]) =>
  csv([
    ['Ad performance'],
    ['Day', 'Campaign', 'Ad group', 'Ad name', 'Currency code', 'Cost', 'Impressions', 'Clicks'],
    ...lines.map(({ day, campaign, group, ad, cost, impressions, clicks }) => [day, campaign, group, ad, 'USD', cost, impressions, clicks]),
  ]);

const metaFile = (lines: readonly Line[]) =>
  csv([
    ['Reporting starts', 'Reporting ends', 'Campaign name', 'Ad set name', 'Ad name', 'Amount spent (USD)', 'Impressions', 'Link clicks'],
    ...lines.map(({ day, campaign, group, ad, cost, impressions, clicks }) => [day, day, campaign, group, ad, cost, impressions, clicks]),
  ]);

const daysBefore = 7;

/** A euro is worth about 1.08 dollars. */
function rates(until: number) {
  return Array.from({ length: historyDays + daysBefore }, (_, number) => {
    const rate = 1.08 + 0.001 * ((number * 7) % 11);
    const day = dayIn('UTC', startOfDay(number - daysBefore, until));
    return [
      { day, from: 'EUR', to: 'USD', rate: rate.toFixed(4) },
      { day, from: 'USD', to: 'EUR', rate: (1 / rate).toFixed(6) },
    ];
  }).flat();
}

type Host = { api: string; directory: string; accessToken: string };
type State = { until: number; isAdded: boolean };

const fileIn = (directory: string) => join(directory, 'demo-spend.json');
const writeState = (directory: string, state: State) => writeFile(fileIn(directory), JSON.stringify(state), { mode: 0o600 });

export const planDemoSpend = (directory: string, now: number): Promise<void> => writeState(directory, { until: now, isAdded: false });

export async function addDemoSpend({ api, directory, accessToken }: Host): Promise<void> {
  const state: State | null = await readFile(fileIn(directory), 'utf8').then(JSON.parse, () => null);
  if (!state || state.isAdded) return;
  const { until } = state;
  const send = async (method: string, path: string, type: string, body: string) => {
    const response = await fetch(`${api}/api/v1/${path}`, {
      method,
      headers: { 'content-type': type, authorization: `Bearer ${accessToken}` },
      body,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const reports = [
    ['network=google_ads&currency=USD&account=Northwind%20search', googleFile(linesOf(google, until))],
    ['network=meta&currency=USD&account=Northwind%20social', metaFile(linesOf(meta, until, lateDays))],
  ] as const;
  for (const [facts, file] of reports) await send('POST', `spend/imports?${facts}`, 'text/csv', file);
  await send('PUT', 'exchange-rates', 'application/json', JSON.stringify({ rates: rates(until) }));
  await writeState(directory, { until, isAdded: true });
}
