import { bodyOf } from '#test/journeys/answers.ts';
import type { TestApp } from '#test/kit/harness.ts';

export const day1 = '2026-11-18';
export const day2 = '2026-11-19';
type Body = Parameters<TestApp['spend']['createSpendImport']>[0]['body'];
export type Row = NonNullable<Body['rows']>[number];

export const campaign = (name: string, spend: string | number, more: Partial<Row> = {}): Row => ({
  day: day1,
  campaign: name,
  spend,
  ...more,
});

export const sendRows = (
  app: TestApp,
  headers: Record<string, string>,
  rows: Row[] | undefined,
  more: Partial<Body> & { environment?: 'live' | 'test' } = {},
) => {
  const { environment, ...body } = more;
  return app.spend.createSpendImport({
    body: { network: 'google_ads', currency: 'USD', ...body, ...(rows && { rows }) },
    query: environment ? { environment } : {},
    headers,
  });
};

export async function sendFile(
  app: TestApp,
  headers: Record<string, string>,
  file: string | Uint8Array<ArrayBuffer>,
  query: Record<string, string> = {},
  type = 'text/csv',
  path = 'spend/imports',
) {
  const url = new URL(`http://adtrail.local/api/v1/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: file,
  });
  const response = await app.send(request);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function counted(app: TestApp, accountId: number, environment: 'live' | 'test' = 'live') {
  const days = await Array.fromAsync(app.spendDays.between(accountId, environment, '0000', '9999'));
  return days.flatMap(({ day, network, adAccount, rows }) =>
    rows.map((row) => [day, network, adAccount, row.campaign ?? row.campaignId, row.spend].join(' ')),
  );
}

export const imported = async (...args: Parameters<typeof sendRows>) => bodyOf(await sendRows(...args));
