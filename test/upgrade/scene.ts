import type { Facts } from '#lib/local/host.ts';

/** Adds what the demo account lacks. An earlier version answers 404 to a part that it does not have. */
export async function addScene({ api, demo }: Facts, say: (sentence: string) => void): Promise<void> {
  const send = async (method: string, path: string, body?: object | string) => {
    const response = await fetch(`${api}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${demo.access_token}`,
        'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
      },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) say(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  };
  const events = (await send('GET', 'pixel/events?outcome=matched&limit=100&from=2026-10-25&to=2026-11-12')).events as {
    event_id: string;
    value: unknown;
    currency: string;
  }[];
  const adjustments = events.slice(0, 12).map(({ event_id }, at) => ({
    event_id,
    net_value: at % 3 === 0 ? '0.00' : '12.34',
    reason: at % 3 === 0 ? 'cancellation' : 'refund',
  }));
  await send('POST', 'pixel/adjustments', { adjustments });
  await send('PUT', 'spend/aliases', {
    aliases: [{ level: 'campaign', network: 'meta', value: 'spring_sale', id: null, name: 'spring_sale 2 (trail)' }],
  });
  const rows = ['2026-11-02', '2026-11-03'].map((day, at) => ({
    day,
    campaign_id: '7',
    campaign: 'Brand',
    spend: `${at + 3}.5`,
    clicks: 20 + at,
    impressions: 900,
  }));
  const spend = {
    network: 'microsoft_ads',
    currency: 'EUR',
    time_zone: 'America/New_York',
    account: 'Northwind',
  };
  await send('POST', 'spend/imports', { ...spend, rows });
  await send('POST', 'spend/imports', {
    ...spend,
    rows: rows.map((row) => ({ ...row, spend: '9.99' })),
    mode: 'upsert',
  });
  const file = 'order_id,occurred_at,value,currency,status\nNW-X1,2026-11-03T10:00:00Z,15.00,USD,paid\n';
  await send('POST', 'pixel/reconciliations?from=2026-11-02&to=2026-11-04', file);
  await send('POST', 'pixel/exports', {
    from: '2026-11-01',
    to: '2026-11-19',
    environment: 'live',
    format: 'ndjson',
  });
}
