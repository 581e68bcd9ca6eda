import { randomInt } from 'node:crypto';

export type Service = {
  api: string;
  secretKey: string;
  accessToken(): Promise<string>;
};
export type Conversion = {
  event_type: string;
  event_id: string;
  svc_click_id: string;
  value: number;
  currency: string;
  properties: { order_number: string; item_count: number };
};
export type Answer = { status: number; body: Record<string, unknown> };
export type Order = { number: string; conversion?: Conversion; answer?: Answer };
export type Row = {
  campaign: string;
  ad_group: string;
  ad_id: string;
  event_type: string;
  currency: string;
  count: number;
  value: string;
};

export const price = 89;

export function newOrder(clickId: string | undefined): Order {
  const number = `NW-${randomInt(1e8, 1e9)}`;
  if (!clickId) return { number };
  const conversion = {
    event_type: 'order_created',
    event_id: `order_created:${number}`,
    svc_click_id: clickId,
    value: price,
    currency: 'USD',
    properties: { order_number: number, item_count: 1 },
  };
  return { number, conversion };
}

/** A repeated event ID counts once, so the call is repeatable. */
export async function send({ api, secretKey }: Service, conversion: Conversion): Promise<Answer> {
  const answer = await fetch(`${api}/api/v1/pixel/server-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(conversion),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

export async function report({ api, accessToken }: Service): Promise<Row[]> {
  const query = 'group_by=campaign,ad_group,ad_id,event_type';
  const answer = await fetch(`${api}/api/v1/pixel/reports/conversions?${query}`, {
    headers: { authorization: `Bearer ${await accessToken()}` },
  });
  if (!answer.ok) throw new Error(`The report was answered with ${answer.status}.`);
  const { rows } = (await answer.json()) as { rows: Row[] };
  return rows.sort((a, b) => Number(b.value) - Number(a.value));
}
