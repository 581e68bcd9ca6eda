// Slow: it starts processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { cpuMicros } from '#test/bench/cpu-time.ts';
import { awayFromMidnight, midnightTimeoutMs } from '#test/kit/away-from-midnight.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from './spawn-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const start = (data: string, withHistory = true) => spawnHost(['--port', '0', '--data', join(folder, data), '--json'], {}, { withHistory });
const daysDone = (data: string): number => {
  try {
    return JSON.parse(readFileSync(join(folder, data, 'demo-history.json'), 'utf8')).days;
  } catch {
    return 0;
  }
};
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

type Row = { campaign: string; currency: string; count: number; value: string };
type Answers = {
  rows: Row[];
  events: unknown[];
  steps: { count: number }[];
  findings: { code: string }[];
  quality: { unmatched_by_reason: object; late_matches: number };
};
const read = async (facts: Facts, path: string): Promise<Answers> => {
  const response = await fetch(`${facts.api}/api/v1/pixel/${path}`, {
    headers: { authorization: `Bearer ${facts.demo.access_token}` },
  });
  return (await response.json()) as Answers;
};

type Spent = { network: string; status: string; days: number };
type Performance = {
  campaign: string;
  ad_id: string;
  spend: string | null;
  return_on_ad_spend: string | null;
};

async function spendOf(facts: Facts): Promise<Performance[]> {
  const ofDemo = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${facts.demo.access_token}` };
    return (await (await fetch(`${facts.api}/api/v1/${path}`, { headers })).json()) as T;
  };
  let imports: Spent[] = [];
  await until(async () => {
    ({ imports } = await ofDemo<{ imports: Spent[] }>('spend/imports'));
    return imports.filter(({ network, status }) => network === 'assistant' && status === 'completed').length > 1;
  }, 60);
  // Soon after midnight the networks have no charged clicks of today.
  const days = expect.toBeOneOf([29, 30]);
  expect(imports.map((one) => [one.network, one.days])).toEqual([
    ['assistant', 4],
    ['assistant', 28],
    ['meta', 27],
    ['google_ads', days],
  ]);
  const period = `from=${day(-29)}&to=${day(-1)}`;
  const grouped = `${period}&group_by=campaign,ad_id&sort=spend`;
  const { rows } = await ofDemo<{ rows: Performance[] }>(`pixel/reports/performance?${grouped}`);
  const inEuros = await ofDemo<{ rows: Performance[] }>(`pixel/reports/performance?${period}&group_by=campaign&currency=EUR`);
  expect(inEuros.rows).toHaveLength(4);
  return rows.map(({ campaign, ad_id, spend, return_on_ad_spend }) => {
    return { campaign, ad_id, spend, return_on_ad_spend };
  });
}

async function booksOf(facts: Facts) {
  const ofDemo = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${facts.demo.access_token}` };
    return (await (await fetch(`${facts.api}/api/v1/pixel/${path}`, { headers })).json()) as T;
  };
  type Reconciled = {
    status: string;
    id_column: { heading: string } | null;
    categories: Record<string, number>;
  };
  const list = () => ofDemo<{ reconciliations: Reconciled[] }>('reconciliations');
  await until(async () => {
    const { reconciliations } = await list();
    return reconciliations.length === 2 && reconciliations.every(({ status }) => status === 'completed');
  }, 60);
  const { reconciliations } = await list();
  const { rows } = await ofDemo<{
    rows: { adjusted: number; voided: number; value: string; net_value: string }[];
  }>(`reports/performance?from=${day(-29)}&to=${day(0)}&group_by=month&traffic=all&paid=all`);
  const sumOf = (numberOf: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + numberOf(row), 0);
  return {
    adjusted: sumOf(({ adjusted }) => adjusted),
    voided: sumOf(({ voided }) => voided),
    taken: sumOf(({ value, net_value }) => Number(value) - Number(net_value)).toFixed(2),
    reconciliations: reconciliations.map(({ status, id_column, categories }) => ({
      status,
      id_column: id_column?.heading,
      categories,
    })),
  };
}
const books = {
  adjusted: 2,
  voided: 1,
  taken: '123.95',
  reconciliations: [
    {
      status: 'completed',
      categories: expect.objectContaining({
        missing: 3,
        doubled: 1,
        rejected: expect.any(Number),
        value_differs: expect.any(Number),
        excluded: 3,
        extra: 1,
        currency_differs: 0,
        day_differs: 0,
        refund_differs: 1,
        cancelled_here_counted: 1,
      }),
    },
    {
      status: 'completed',
      id_column: 'Name without #',
      categories: expect.objectContaining({ missing: 0, doubled: 0, extra: 0, value_differs: 0 }),
    },
  ],
};

async function tourOf(facts: Facts) {
  const get = async <T>(path: string, headers: Record<string, string> = {}): Promise<T> => {
    const url = path.startsWith('http') ? path : `${facts.api}/api/v1/${path}`;
    const authorization = `Bearer ${facts.demo.access_token}`;
    return (await (await fetch(url, { headers: { authorization, ...headers } })).json()) as T;
  };
  const operate = <T>(path: string) => get<T>(`dev/${path}`, { authorization: '', 'x-svc-dev-token': facts.operator_token });
  const backups = await until(async () => (await operate<{ backups: object[] }>('backups')).backups.length, 60);
  const { findings } = await get<{ findings: { code: string }[] }>('pixel/reports/traffic');
  const { prompts } = await get<{ prompts: { title: string }[] }>('competitors/prompts');
  const { events } = await get<{ events: { event_id: string }[] }>('pixel/events?environment=test');
  const { accounts } = await operate<{ accounts: { email: string }[] }>('waitlist');
  const { webhooks } = await operate<{ webhooks: { outcome: string }[] }>('webhooks');
  const { emails } = await get<{ emails: { subject: string }[] }>(`${facts.inbox}/store`);
  return {
    backups,
    findings: findings.map(({ code }) => code),
    prompts: prompts.map(({ title }) => title),
    events: events.map(({ event_id }) => event_id).toSorted(),
    waiting: accounts.map(({ email }) => email),
    webhooks: webhooks.map(({ outcome }) => outcome),
    mails: emails.map(({ subject }) => subject.replace(/\d.*/, '')).toSorted(),
  };
}
/** Only acts of people and today's report are mailed, and nothing that the made-up past contains. */
const tour = {
  backups: 1,
  findings: ['automated_share_jumped'],
  prompts: ['Prompt from an ad of Strideloom'],
  events: ['order_created:TEST-1', 'order_created:TEST-2'],
  waiting: ['lin@remedies.example'],
  webhooks: ['ignored', 'granted'],
  mails: ['You are invited to a team on adtrail', 'You are invited to a team on adtrail', 'Your assistant ads on '],
};

async function totalsOf(facts: Facts): Promise<{ rows: Row[]; sessions: number }> {
  const period = `from=${day(-29)}&to=${day(-1)}`;
  const { rows } = await read(facts, `reports/conversions?${period}&group_by=campaign`);
  const { steps } = await read(facts, `reports/funnel?${period}`);
  return { rows, sessions: steps[0]?.count ?? 0 };
}

beforeAll(() => awayFromMidnight(), midnightTimeoutMs);

describe('the data of the demo account', () => {
  it('the data of the demo account is 30 days of a shop, the same on each machine, also when the host was killed half-way', async () => {
    const whole = start('whole');
    await until(() => daysDone('whole') > 0, 60);
    const before = cpuMicros(whole.child.pid) ?? 0;
    const facts = await whole.ready();
    expect(daysDone('whole')).toBe(30);
    expect((cpuMicros(whole.child.pid) ?? 0) - before).toBeLessThan(15_000_000);
    const { rows, sessions } = await totalsOf(facts);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await totalsOf(facts)).toEqual({ rows, sessions });
    expect(rows.map(({ campaign, currency }) => [campaign, currency])).toEqual([
      ['brand_search', 'USD'],
      ['europe_autumn', 'EUR'],
      ['europe_autumn', 'USD'],
      ['spring_sale', 'USD'],
    ]);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(100);

    const outcomes = new Set<string>();
    for (const outcome of ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected']) {
      const { events } = await read(facts, `events?outcome=${outcome}&from=${day(-30)}&limit=100`);
      if (events.length > 0) outcomes.add(outcome);
    }
    expect(outcomes.size).toBe(5);
    const { findings, quality } = await read(facts, 'reports/funnel');
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['event_id_conflict', 'unreplaced_macro', 'rejected', 'duplicates']),
    );
    expect(Object.keys(quality.unmatched_by_reason).toSorted()).toEqual(['no_ad_click', 'no_click_id', 'unknown_svc_click_id']);
    expect(quality.late_matches).toBeGreaterThan(0);
    const { rows: byMatch } = await read(facts, `reports/conversions?from=${day(-29)}&group_by=matched_by`);
    expect(byMatch).toContainEqual({
      matched_by: 'external_user_id',
      currency: 'USD',
      count: 3,
      value: '387.00',
    });
    const spend = await spendOf(facts);
    const returnOf = (ad: string) => spend.find(({ ad_id }) => ad_id === ad)?.return_on_ad_spend;
    expect(Number(returnOf('ad_71'))).toBeLessThan(0.8);
    for (const ad of ['ad_11', 'ad_12', 'ad_42', 'ad_43', 'ad_61', 'ad_62']) expect([ad, Number(returnOf(ad)) > 1.5]).toEqual([ad, true]);
    const { spend_without_clicks } = (await (
      await fetch(`${facts.api}/api/v1/spend/joins?from=${day(-29)}&to=${day(0)}`, {
        headers: { authorization: `Bearer ${facts.demo.access_token}` },
      })
    ).json()) as {
      spend_without_clicks: { campaign: string; ad: string; candidates: { campaign: string }[] }[];
    };
    expect(spend_without_clicks).toMatchObject([
      { campaign: 'spring_sale 2 (trail)', candidates: [{ campaign: 'spring_sale', ad_id: 'ad_51' }] },
      { ad: 'ad_43 - Copy', candidates: [{ campaign: 'spring_sale', ad_id: 'ad_43' }] },
    ]);
    expect(await tourOf(facts)).toEqual(tour);
    expect(await booksOf(facts)).toEqual(books);
    await whole.end('SIGTERM');
    expect(whole.output.stderr).toBe('');

    const killed = start('killed');
    await until(() => daysDone('killed') >= 5, 30);
    await killed.end('SIGKILL');
    expect(daysDone('killed')).toBeLessThan(30);
    const again = start('killed');
    expect(await totalsOf(await again.ready())).toEqual({ rows, sessions });
    await again.end('SIGTERM');

    const third = start('killed');
    const ofThird = await third.ready();
    expect(await totalsOf(ofThird)).toEqual({ rows, sessions });
    expect(await spendOf(ofThird)).toEqual(spend);
    expect(await booksOf(ofThird)).toEqual(books);
    await third.end('SIGTERM');
  });

  it('the data of the demo account is left out with --empty, and then for good', async () => {
    const host = start('empty', false);
    const facts = await host.ready();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await read(facts, `reports/conversions?from=${day(-60)}`)).rows).toEqual([]);
    expect((await read(facts, 'events')).events).toEqual([]);
    await host.end('SIGTERM');

    const later = start('empty');
    const again = await later.ready();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await read(again, 'events')).events).toEqual([]);
    await later.end('SIGTERM');
  });
});
