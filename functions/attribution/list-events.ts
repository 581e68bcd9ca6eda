import * as z from 'zod';
import type { LogEntry } from '#shared/domain/event-log.ts';
import { endpoint, ok } from '#shared/http/endpoint.ts';
import { invalid } from '#shared/http/errors.ts';
import { EventType } from '#shared/http/event-fields.ts';
import { Environment } from './key-schema.ts';
import { exampleEntries, LogRecord, logRecordOf, Outcome, place } from './log-schema.ts';
import { isoDay } from './period.ts';

const mostDays = 31;
const usualDays = 7;
const dayMs = 86_400_000;
const firstDay = Date.parse('0001-01-01');

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/api/v1/pixel/events',
  auth: 'user',
  cors: 'front_ends',
  summary: 'List events',
  description:
    'Accepted events appear a second or so after their answer, rejected ones at once; repeated events are not listed. ' +
    'Under a flood of rejected events only a part of them is listed. A page reads a bounded part of the log, so with a ' +
    'filter it can be short or even empty: the end is where `next_cursor` is null.',
  query: z.object({
    outcome: Outcome.optional(),
    event_type: EventType.optional(),
    campaign: z.string().min(1).max(256).optional(),
    environment: Environment.default('live'),
    from: z.iso.date().optional().meta({ description: 'First day, UTC. 6 days before `to` when left out.' }),
    to: z.iso.date().optional().meta({ description: 'Last day, UTC, included. Today when left out.' }),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: place.field.meta({
      description: '`next_cursor` of the page before; its days are kept, whatever `from` and `to` say.',
    }),
  }),
  responses: {
    200: z
      .object({ events: z.array(LogRecord), next_cursor: z.string().nullable() })
      .meta({ id: 'EventLog' }),
  },
  answers: {
    200: 'Returns a page of the event log, newest first.',
  },
  example: {
    query: { outcome: 'rejected', limit: 20 },
    responses: {
      200: {
        events: exampleEntries,
        next_cursor: 'WyIyMDI2LTExLTE1IiwiMjAyNi0xMS0yMSJd',
      },
    },
  },

  async handle({ query, actor }, { eventLog, now }) {
    const { outcome, event_type, campaign, environment, limit, cursor } = query;
    const to = query.to ?? isoDay(now());
    const from = query.from ?? isoDay(Math.max(Date.parse(to) - (usualDays - 1) * dayMs, firstDay));
    const problem = (msg: string) => invalid({ type: 'value_error', loc: ['query', 'to'], msg });
    if (to < from) throw problem('`to` lies before `from`');
    if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs)
      throw problem(`At most ${mostDays} days at a time`);

    const wanted = (entry: LogEntry) =>
      (outcome === undefined || entry.outcome === outcome) &&
      (event_type === undefined || entry.eventType === event_type) &&
      (campaign === undefined || entry.campaign === campaign);
    const filtered = outcome !== undefined || event_type !== undefined || campaign !== undefined;
    const range = { from: cursor?.from ?? from, to, start: cursor?.start };
    const { entries, next } = await eventLog.page(actor.userId, environment, range, {
      limit,
      ...(filtered && { wanted }),
    });
    return ok({
      events: entries.map(logRecordOf),
      next_cursor: next && place.textOf({ from: range.from, start: next }),
    });
  },
});
