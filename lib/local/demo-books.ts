import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { startOfDay } from './demo-ads.ts';
import type { Keys } from './demo-history.ts';
import { demoBooks, exportDays, listDays, orderList, shopExport } from './demo-orders.ts';

type Host = {
  api: string;
  directory: string;
  keys: Keys;
  accessToken: string;
  counted: () => Promise<void>;
};
type State = { until: number; isAdded: boolean };

const stateFile = (directory: string) => join(directory, 'demo-books.json');
const writeState = (directory: string, state: State) => writeFile(stateFile(directory), JSON.stringify(state), { mode: 0o600 });

export const planDemoBooks = (directory: string, now: number): Promise<void> => writeState(directory, { until: now, isAdded: false });

export async function addDemoBooks({ api, directory, keys, accessToken, counted }: Host): Promise<void> {
  const state: State | null = await readFile(stateFile(directory), 'utf8').then(JSON.parse, () => null);
  if (!state || state.isAdded) return;
  const send = async <T>(method: string, path: string, type?: string, body?: string): Promise<T> => {
    const response = await fetch(`${api}/api/v1/pixel/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...(type && { 'content-type': type }) },
      ...(body && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { orders, adjustments } = await demoBooks(keys, state.until);
  for (const { event_id, ...adjustment } of adjustments)
    await send('PUT', `events/${encodeURIComponent(event_id)}/adjustment`, 'application/json', JSON.stringify(adjustment));
  const { reconciliations } = await send<{ reconciliations: unknown[] }>('GET', 'reconciliations');
  const lists = [
    { file: await shopExport(keys, state.until), of: exportDays },
    { file: orderList(orders), of: listDays },
  ].slice(reconciliations.length);
  if (lists.length > 0) await counted();
  for (const { file, of } of lists) {
    const [from, to] = [of.first, of.last].map((day) => dayIn('UTC', startOfDay(day, state.until)));
    await send('POST', `reconciliations?from=${from}&to=${to}`, 'text/csv', file);
  }
  await writeState(directory, { ...state, isAdded: true });
}
