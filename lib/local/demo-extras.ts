import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startReportNeeds } from '#shared/assistant-ads/needs.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { days } from '#shared/values/durations.ts';
import type { Demo } from './demo.ts';

type Reported = {
  directory: string;
  demo: Demo;
  isStopped: () => boolean;
  addTour: () => Promise<void>;
};
type Host = { api: string; directory: string; operatorToken: string; demo: Demo; shop: string };

const reportDays = 5;
const waitMs = 100;
const maxWaits = 300;
const licenceKey = '0d3f2b6a-5c41-4e7d-9a8b-2f6c1e0d4b7a';

/** Every step of the extras is repeatable, so a restarted host begins again. */
export async function addDemoExtras({ api, directory, operatorToken, demo, shop }: Host): Promise<void> {
  if ((await stateIn(directory)) !== 'planned') return;
  const send = async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api}/api/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${demo.access_token}`,
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const asOperator = (path: string, body: object, key?: string) =>
    send('POST', path, body, {
      authorization: '',
      'x-svc-dev-token': operatorToken,
      ...(key && { 'idempotency-key': key }),
    });

  await asOperator('dev/grant-credits', { user_id: demo.user_id, amount: 25, reason: 'Welcome' }, 'demo-welcome');
  await asOperator('dev/licences', { license_key: licenceKey, tier: 2 });
  await send('POST', 'licences/activate', { license_key: licenceKey });
  for (const email of ['grace@northwind.example', 'alan@northwind.example']) await send('PUT', `licences/${licenceKey}/members`, { email });
  if (shop) {
    // A load test of the demo must not measure retries, so the broken endpoint gets little more than its test.
    const endpoints = [
      ['hooks/adtrail', 'Order system', 'conversion.attributed'],
      ['hooks/broken', 'Old warehouse, which answers 500', 'key.exposed'],
    ] as const;
    for (const [path, description, event_type] of endpoints) {
      const { id } = await send<{ id: string }>(
        'POST',
        'webhook-endpoints',
        { url: `${shop}${path}`, description, events: [event_type] },
        { 'idempotency-key': `demo-${path}` },
      );
      await send('POST', `webhook-endpoints/${id}/test`, { event_type });
    }
  }
  await writeState(directory, 'begun');
}

/** An account runs one import of spend at a time, so the reports run in sequence. */
export async function addDemoReports({ directory, demo, isStopped, addTour }: Reported): Promise<void> {
  if ((await stateIn(directory)) !== 'begun') return;
  const deps = depsOf(startReportNeeds);
  const begin = (daysAgo: number) =>
    startReports({ scheduledAt: new Date(deps.now() - days(daysAgo)).toISOString(), withoutMail: daysAgo > 0 }, deps);
  for (const daysAgo of [reportDays - 1, 0]) {
    const { day } = await begin(daysAgo);
    for (let wait = 0; wait < maxWaits && !isStopped(); wait++) {
      const { reports } = await deps.reports.page(demo.user_id, { before: undefined, limit: 5 });
      if (reports.some((report) => report.day === day)) break;
      await delay(waitMs);
    }
  }
  for (let daysAgo = 1; daysAgo < reportDays - 1; daysAgo++) if (!isStopped()) await begin(daysAgo);
  if (!isStopped()) await addTour();
  if (!isStopped()) await writeState(directory, 'added');
}

const fileIn = (directory: string) => join(directory, 'demo-extras.json');
type State = 'planned' | 'begun' | 'added';
const writeState = (directory: string, state: State) => writeFile(fileIn(directory), JSON.stringify({ state }), { mode: 0o600 });

export const planDemoExtras = (directory: string): Promise<void> => writeState(directory, 'planned');

const stateIn = (directory: string): Promise<State | null> =>
  readFile(fileIn(directory), 'utf8').then(
    (text) => JSON.parse(text).state,
    () => null,
  );
