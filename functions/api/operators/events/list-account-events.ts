import * as z from 'zod';
import { conversions } from '#shared/conversions/needs.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { type LogEntry, logIdOf, outcomes } from '#shared/event-log/rules/event-log.ts';
import type { LogPage, LogPlace } from '#shared/event-log/store/log-pages.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { searchedFor } from '#shared/search/searched-for.ts';
import { money } from '#shared/values/decimal.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

const shownDays = 7;
const maxPages = 10;

export const listAccountEvents = defineEndpoint({
  id: 'listAccountEvents',
  method: 'GET',
  path: '/api/v1/dev/users/{user_id}/events',
  auth: 'operator',
  needs: { audit, conversions, eventLog },
  summary: 'List the latest conversion events of an account',
  description:
    'Returns the newest entries of the event log of an account from the last seven days, with their outcome. Without click IDs, users and properties. ' +
    'With `id`, an accepted event of any day is found too. Every access is recorded.',
  params: z.object({ user_id: z.coerce.number().int().min(1) }),
  query: z.object({
    environment: z.enum(['live', 'test']).default('live'),
    id: z.string().min(1).max(512).optional().meta({
      description: 'The ID of an event or of a request. Returns only their entries.',
    }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: z
      .object({
        events: z
          .array(
            z.object({
              received_at: z.iso.datetime(),
              outcome: z.enum(outcomes).meta({ description: 'How the event was processed.' }),
              reason: z.string().nullable().meta({ description: 'Why it was not matched, or was rejected.' }),
              event_id: z.string().nullable(),
              event_type: z.string().nullable(),
              value: z.string().nullable().meta({ description: 'Exact decimal.' }),
              currency: z.string().nullable(),
              key_id: z.string().meta({ description: 'Id of the key that was used.' }),
              request_id: z.string().nullable(),
            }),
          )
          .meta({ description: 'The events.' }),
        partial: z.boolean().meta({
          description: 'The log has more entries of these days than a search by `id` reads. Older ones were not searched.',
        }),
      })
      .meta({ id: 'AccountEvents' }),
  },
  example: {
    params: { user_id: 245_813_760_001_024 },
    responses: {
      200: {
        events: [
          {
            received_at: '2026-11-21T09:30:00.000Z',
            outcome: 'unmatched',
            reason: 'no_click_id',
            event_id: 'order_created:10017',
            event_type: 'order_created',
            value: '25.99',
            currency: 'USD',
            key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
            request_id: null,
          },
        ],
        partial: false,
      },
    },
  },

  async handle({ params: { user_id }, query: { environment, id, limit }, actor: { by } }, deps) {
    const { audit, conversions, eventLog, now, secrets } = deps;
    const details = { environment, ...(await searchedFor(id ?? '', secrets)) };
    await audit.record({ actor: by, action: 'read_events', userId: user_id, details });
    const accepted = id === undefined ? null : await conversions.byEventId(user_id, environment, id);
    const ofEvent = accepted ? await eventLog.ofEvent(accepted) : [];
    const direct = new Set(ofEvent.map(logIdOf));
    const isWanted = ({ eventId, requestId, ...entry }: LogEntry) => (eventId === id || requestId === id) && !direct.has(logIdOf(entry));
    const entries = [...ofEvent];
    const from = new Date(now() - days(shownDays)).toISOString();
    let next: LogPlace | null = { day: dayOf(new Date(now()).toISOString()) };
    for (let pages = 0; next && entries.length < limit && pages < maxPages; pages++) {
      const rest = { limit: limit - entries.length, ...(id !== undefined && { wanted: isWanted }) };
      const page: LogPage = await eventLog.page(user_id, environment, { from, start: next }, rest);
      entries.push(...page.entries);
      next = page.next;
    }
    return ok({
      events: entries.slice(0, limit).map((entry) => ({
        received_at: entry.receivedAt,
        outcome: entry.outcome,
        key_id: entry.keyId,
        reason: entry.error?.code ?? entry.reason ?? null,
        event_id: entry.eventId ?? null,
        event_type: entry.eventType ?? null,
        value: entry.value === undefined ? null : money(entry.value),
        currency: entry.currency ?? null,
        request_id: entry.requestId ?? null,
      })),
      partial: next !== null && entries.length < limit,
    });
  },
});
