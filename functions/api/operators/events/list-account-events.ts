import * as z from 'zod';
import type { Deps } from '#functions/http/maintenance/deps.ts';
import { outcomes } from '#shared/event-log/rules/event-log.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { money } from '#shared/values/decimal.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

const shownDays = 7;

export const listAccountEvents = defineEndpoint<Deps>()({
  id: 'listAccountEvents',
  method: 'GET',
  path: '/api/v1/dev/users/{user_id}/events',
  auth: 'operator',
  cors: 'none',
  summary: 'List the latest conversion events of an account',
  description:
    'Returns the newest entries of the event log of an account from the last seven days, with their outcome. Without click IDs, users and properties. Every access is recorded.',
  params: z.object({ user_id: z.coerce.number().int().min(1) }),
  query: z.object({
    environment: z.enum(['live', 'test']).default('live'),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: z
      .object({
        events: z.array(
          z.object({
            received_at: z.iso.datetime(),
            outcome: z.enum(outcomes),
            reason: z.string().nullable().meta({ description: 'Why it was not matched, or was rejected.' }),
            event_id: z.string().nullable(),
            event_type: z.string().nullable(),
            value: z.string().nullable().meta({ description: 'Exact decimal.' }),
            currency: z.string().nullable(),
            key_id: z.string(),
            request_id: z.string().nullable(),
          }),
        ),
      })
      .meta({ id: 'AccountEvents' }),
  },
  example: {
    params: { user_id: 245_813_760_001_024 },
    responses: {
      200: {
        events: [
          {
            ...{ received_at: '2026-11-21T09:30:00.000Z', outcome: 'unmatched', reason: 'no_click_id' },
            ...{ event_id: 'order_created:10017', event_type: 'order_created' },
            ...{ value: '25.99', currency: 'USD', key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA', request_id: null },
          },
        ],
      },
    },
  },

  async handle({ params: { user_id }, query: { environment, limit }, actor: { by } }, deps) {
    const { audit, eventLog, now } = deps;
    await audit.record({ actor: by, action: 'read_events', userId: user_id, details: { environment } });
    const { entries } = await eventLog.page(
      user_id,
      environment,
      {
        from: new Date(now() - days(shownDays)).toISOString(),
        start: { day: dayOf(new Date(now()).toISOString()) },
      },
      { limit },
    );
    return ok({
      events: entries.map((entry) => ({
        ...{ received_at: entry.receivedAt, outcome: entry.outcome, key_id: entry.keyId },
        reason: entry.error?.code ?? entry.reason ?? null,
        event_id: entry.eventId ?? null,
        event_type: entry.eventType ?? null,
        value: entry.value === undefined ? null : money(entry.value),
        currency: entry.currency ?? null,
        request_id: entry.requestId ?? null,
      })),
    });
  },
});
