import * as z from 'zod';
import { problemsOf, sentenceOfProblems } from '../../../node/src/post.ts';
import { Failure } from '../failure.ts';
import { answerOf } from './present.ts';
import { meaningOf } from './reports.ts';
import { money, periodFields, periodQuery, pick, scopeFields, scopeQuery, type Tool, tool } from './tool.ts';

type Entry = Record<string, unknown> & {
  id: string;
  outcome: string;
  reason?: string;
  error?: { code: string; message: string; detail?: unknown };
  conflict?: { fields: string[] };
};
const log = '/api/v1/pixel/events';
const shown = [
  'received_at',
  'outcome',
  'event_id',
  'event_type',
  'value',
  'currency',
  'campaign',
  'ad_group',
  'ad_id',
  'channel',
  'paid',
  'traffic',
  'ad_user_data',
  'effective_consent',
  'reason',
  'late',
  'matched_at',
  'matched_by',
  'counted',
  'error',
  'replayable_until',
  'replayed_at',
];

function why({ outcome, reason, error, conflict, counted, late, matched_by }: Entry): string {
  if (error) {
    const problems = problemsOf(error.detail).map((problem) => sentenceOfProblems([problem]));
    return [`Refused, nothing was stored: ${error.message}`, ...problems].join(' ');
  }
  if (outcome === 'conflict')
    return `Its event ID was used before, with another ${conflict?.fields.join(', ') || 'content'}: this one was not stored. Each sale needs an ID of its own.`;
  if (outcome === 'duplicate') return 'A repeat of an event that was accepted before: it counts once.';
  if (late && matched_by) return 'Attributed after it was accepted, to an earlier click of its customer.';
  if (late) return 'Attributed when its click arrived, after the event.';
  if (reason) return `Not attributed: ${meaningOf(reason)}`;
  if (!counted) return 'Attributed, but not in reports: its type is not a conversion of this account.';
  return 'Attributed and counted.';
}
const entryOf = (entry: Entry) => ({ ...pick(entry, shown), why: why(entry) });
const Events = z.array(z.looseObject({ outcome: z.string(), why: z.string() }));

export const listed = tool({
  name: 'recent_events',
  title: 'Events that the shop sent, and what became of each',
  description: `The event log, newest first: attributed, not attributed, repeated or refused, each with the reason. At most 92 days; the last 7 if no days are named. ${money}`,
  input: z.object({
    outcome: z
      .enum(['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'])
      .optional()
      .describe('unmatched: accepted, but no ad earned it.'),
    event_type: z.string().optional().describe('Such as order_created.'),
    campaign: z.string().optional().describe('The exact name.'),
    campaign_contains: z.string().optional().describe('A part of the name of the campaign.'),
    ad_group: z.string().optional().describe('The exact name.'),
    ad_id: z.string().optional().describe('The exact ID of the ad.'),
    channel: z.string().optional().describe('Of the click, such as paid_search or email.'),
    paid: z.boolean().optional().describe('Clicks of paid channels alone, or only the others.'),
    traffic: z.enum(['human', 'internal']).optional().describe('internal: of the shop’s own staff.'),
    consent: z.enum(['granted', 'denied', 'unknown']).optional().describe('Whether data of the person may be sent to ad networks.'),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().optional().describe('next_cursor of the last answer, with the same other fields.'),
    ...periodFields,
  }),
  output: z.looseObject({ time_zone: z.string(), events: Events, next_cursor: z.string().nullable() }),
  async run(input, reader) {
    const { period, from, to } = input;
    const eventsQuery = (period ?? from ?? to) ? input : { ...input, period: 'last_7_days' as const };
    const query = periodQuery(eventsQuery, reader);
    const { outcome, event_type, campaign, campaign_contains, ad_group, ad_id, limit, cursor } = input;
    const { channel, paid, traffic, consent } = input;
    const filters = {
      outcome,
      event_type,
      campaign,
      campaign_contains,
      ad_group,
      ad_id,
      channel,
      traffic,
      consent,
      paid: paid === undefined ? undefined : String(paid),
    };
    const { body } = await reader.get(log, { ...query, ...filters, cursor, limit: String(limit) });
    const events = (body.events as Entry[]).map(entryOf);
    return answerOf(
      [
        `Events, newest first. ${query.from ?? ''} to ${query.to ?? 'today'}, days in ${query.time_zone}; instants are UTC. ${money}`,
        ...(body.next_cursor ? ['There are more: use next_cursor.'] : []),
      ],
      {
        ...pick(query, ['from', 'to', 'time_zone', 'environment']),
        events,
        next_cursor: body.next_cursor,
      },
    );
  },
});

export const explained = tool({
  name: 'explain_event',
  title: 'Why an event is attributed, or not',
  description: `What was stored of one event, which ad earned it, and if none did, why not. ${money}`,
  input: z.object({
    event_id: z.string().min(1).max(512).describe('The event ID, such as order_created:10017, or an ID of its click or log entry.'),
    time_zone: z.string().optional().describe('IANA time zone of the day it is booked on.'),
    ...scopeFields,
  }),
  output: z.looseObject({ event_id: z.string(), was_accepted: z.boolean(), why: z.array(z.string()) }),
  async run(input, reader) {
    const scope = { ...scopeQuery(input), time_zone: input.time_zone ?? reader.zone };
    const path = `${log}/${encodeURIComponent(input.event_id)}`;
    const receipt = await reader.get(path, scope, [404]);
    const { body } = await reader.get(log, { ...scope, id: input.event_id, limit: '10' });
    const entries = (body.events as Entry[]).filter(({ outcome }) => !/^(un)?matched$/.test(outcome));
    if (receipt.status === 404 && entries.length === 0)
      throw new Failure(
        `No event has this ID among ${input.environment} events, and none was refused in the last 7 days. It never arrived, or belongs to the other environment.`,
        { code: 'not_found' },
      );
    const stored = receipt.body as Entry & { matched: boolean; svc_click_id?: string };
    const isAccepted = receipt.status !== 404;
    return answerOf([`Instants are UTC; the day it is booked on is in ${scope.time_zone}. ${money}`], {
      event_id: input.event_id,
      was_accepted: isAccepted,
      environment: input.environment,
      ...(isAccepted && {
        event: pick(stored, [...shown, 'matched', 'clicked_at', 'occurred_at', 'booked_on', 'conflict', 'erased']),
        had_click_id: stored.svc_click_id !== undefined,
      }),
      why: [...(isAccepted ? [why(stored)] : []), ...entries.map(why)],
      other_attempts: entries.map(entryOf),
    });
  },
});

export const eventTools: readonly Tool[] = [listed, explained];
