import type { Facts } from '#lib/local/host.ts';
import { httpCalls } from './http-calls.ts';

export type EventBody = Record<string, unknown> & { event_id: string };
export type BatchAnswer = {
  summary: { duplicates: number };
  results: { event_id: string; matched: boolean; duplicate: boolean }[];
};
export type ServiceCalls = ReturnType<typeof serviceCalls>;

export function serviceCalls(facts: Facts, environment: 'live' | 'test' = 'live') {
  const { api, demo } = facts;
  const { call, close } = httpCalls(api);
  const json = { 'content-type': 'application/json' };
  const asBackEnd = { ...json, authorization: `Bearer ${demo.secret_key}` };
  const asUser = { authorization: `Bearer ${demo.access_token}` };

  return {
    close,
    async sendEvent(event: EventBody, wanted: { status: number; matched: boolean; duplicate: boolean }) {
      const path = '/api/v1/pixel/server-events';
      const answer = await call({ method: 'POST', path, headers: asBackEnd, body: JSON.stringify(event) });
      const { matched, duplicate, event_id } = parsed(answer.body);
      const right = answer.status === wanted.status && matched === wanted.matched && duplicate === wanted.duplicate;
      if (!right || event_id !== event.event_id) throw wrong('server-events', answer);
    },

    async sendBatch(events: readonly object[]): Promise<BatchAnswer | null> {
      const path = '/api/v1/pixel/server-events';
      const sent = call({ method: 'POST', path, headers: asBackEnd, body: JSON.stringify({ events }) });
      const answer = await sent.catch(() => null);
      if (!answer || answer.status >= 500 || answer.status === 429) return null;
      if (answer.status !== 200) throw wrong('server-events', answer);
      return JSON.parse(answer.body);
    },

    async createEndpoint(url: string): Promise<{ remove(): Promise<void> }> {
      const path = '/api/v1/webhook-endpoints';
      const body = JSON.stringify({ url, events: ['conversion.attributed'] });
      const answer = await call({ method: 'POST', path, headers: { ...json, ...asUser }, body });
      const { id } = parsed(answer.body);
      if (answer.status !== 201) throw wrong('webhook-endpoints', answer);
      return {
        async remove() {
          const removed = await call({ method: 'DELETE', path: `${path}/${id}`, headers: asUser });
          if (removed.status >= 300) throw wrong('webhook-endpoints', removed);
        },
      };
    },

    async click(campaign: string): Promise<string> {
      const url = `https://shop.example/shoes?svc_campaign=${campaign}&svc_ad_group=running_shoes&svc_ad_id=ad_42`;
      const body = JSON.stringify({ key: demo.public_key, url });
      const answer = await call({ method: 'POST', path: '/api/v1/pixel/sessions', headers: json, body });
      const { sid } = parsed(answer.body);
      if (answer.status !== 201 || typeof sid !== 'string') throw wrong('sessions', answer);
      return sid;
    },

    async report(): Promise<{ rows: number; count: number }> {
      const path = '/api/v1/pixel/reports/conversions?group_by=campaign,event_type';
      const answer = await call({ method: 'GET', path, headers: asUser });
      const { rows } = parsed(answer.body) as { rows?: { count: number }[] };
      if (answer.status !== 200 || !rows) throw wrong('the report', answer);
      return { rows: rows.length, count: rows.reduce((sum, { count }) => sum + count, 0) };
    },

    async funnel(): Promise<{ types: number; events: number }> {
      const answer = await call({ method: 'GET', path: '/api/v1/pixel/reports/funnel', headers: asUser });
      const { event_types: types } = parsed(answer.body) as { event_types?: { count: number }[] };
      if (answer.status !== 200 || !types) throw wrong('the funnel', answer);
      return { types: types.length, events: types.reduce((sum, { count }) => sum + count, 0) };
    },

    async testMode() {
      const issue = async (kind: 'public' | 'secret'): Promise<string> => {
        const body = JSON.stringify({ name: `Test ${kind}`, kind, environment: 'test' });
        const headers = { ...json, ...asUser };
        const answer = await call({ method: 'POST', path: '/api/v1/pixel/keys', headers, body });
        if (answer.status !== 201) throw wrong('keys', answer);
        return String(parsed(answer.body).key);
      };
      return { public_key: await issue('public'), secret_key: await issue('secret') };
    },

    async rows(timeZone = 'UTC'): Promise<{ campaign: string; currency: string; count: number; value: string }[]> {
      const path = `/api/v1/pixel/reports/conversions?group_by=campaign&environment=${environment}&time_zone=${timeZone}`;
      const answer = await call({ method: 'GET', path, headers: asUser });
      if (answer.status !== 200) throw wrong('the report', answer);
      return JSON.parse(answer.body).rows;
    },
  };
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

const wrong = (what: string, { status, body }: { status: number; body: string }) =>
  new Error(`A wrong answer of ${what}: ${status} ${body.slice(0, 300)}`);
