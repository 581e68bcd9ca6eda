import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import { consentWords } from '#shared/consent/rules/consent.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { shownIn } from '#shared/conversions/rules/shown-fields.ts';
import { entryFactsOf, type LogEntry, logIdOf, outcomes } from '#shared/event-log/rules/event-log.ts';
import type { LogPlace } from '#shared/event-log/store/log-pages.ts';
import { pageCursor } from '#shared/http/page-cursor.ts';
import { money } from '#shared/values/decimal.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { eventFacts } from './click-facts-schema.ts';

export const Outcome = z.enum(outcomes).meta({
  description:
    '`matched`, `unmatched`: an accepted event. `duplicate`: a repeat of an accepted event. `conflict`: the first repeat of an event ID with another type, value, currency or click; it is not counted. `rejected`: an event that was refused.',
});

export const LogRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the entry, for the replay of a rejected event.' }),
    received_at: z.iso.datetime(),
    environment: Environment,
    outcome: Outcome,
    event_id: z.string().optional(),
    event_type: z.string().optional(),
    reason: z.string().optional().meta({ description: 'Why it was not matched when it was accepted.' }),
    late: z.literal(true).optional().meta({ description: 'Whether a click that arrived later earned it.' }),
    matched_at: z.iso.datetime().optional().meta({ description: 'When the event was attributed.' }),
    matched_by: z.literal('external_user_id').optional().meta({
      description: 'The click was found by the user of the event instead of a click ID. Absent otherwise.',
    }),
    conflict: z
      .object({
        fields: z.array(z.string()).meta({ description: 'Fields that differ from the accepted event.' }),
        accepted: z
          .object({
            event_type: z.string(),
            value: z.string(),
            currency: z.string(),
            received_at: z.iso.datetime(),
          })
          .meta({ description: 'The event that has this ID.' }),
        stored_as: z.string().optional().meta({ description: 'The event ID that a batch stored this event under. Absent if it was lost.' }),
      })
      .optional()
      .meta({ description: 'How this repeat differs from the event that has its ID.' }),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        detail: z
          .array(
            z.object({
              type: z.string().meta({ description: 'Kind of the record.' }),
              loc: z.array(z.union([z.string(), z.int()])).meta({
                description: 'Where the problem is: `body`, `query`, `path` or `header`, then the path to the field.',
              }),
              msg: z.string().meta({ description: 'What is wrong. It never repeats the value that was sent.' }),
            }),
          )
          .optional()
          .meta({ description: 'Every problem that was found.' }),
      })
      .optional()
      .meta({ description: 'The error of the rejected event, as in its response.' }),
    campaign: z.string().optional(),
    ad_group: z.string().optional(),
    ad_id: z.string().optional(),
    ...eventFacts,
    ad_user_data: z.enum(consentWords).optional().meta({
      description: 'Whether data of this person may be sent to an ad network. Absent if unknown.',
    }),
    value: z.string().optional().meta({ description: 'Exact decimal.' }),
    currency: z.string().optional(),
    pixel_key: z.string().optional().meta({ description: 'The public key of the click, or of the key that sent the event.' }),
    counted: z.boolean().meta({ description: 'Whether it is in the conversion totals.' }),
    key_id: z.string().meta({ description: 'Id of the key that was used.' }),
    request_id: z.string().optional(),
    replayable_until: z.iso.datetime().optional().meta({
      description:
        'Of a rejected event: when its content is deleted and it can no longer be replayed. Absent if it was too large to be stored.',
    }),
    replayed_at: z.iso.datetime().optional().meta({ description: 'When the rejected event was replayed.' }),
  })
  .meta({ id: 'LogEntry' });

const notStored = 'Another item of this atomic batch is invalid.';
const errorsOfEvents: Readonly<Record<string, DeclaredError>> = { ...serviceErrors, ...conversionErrors };
const messageOf = (code: string) => errorsOfEvents[code]?.sentence ?? notStored;

export function logRecordOf(entry: LogEntry): z.input<typeof LogRecord> {
  const { error, matchedAt, conflict } = entry;
  const optionalField = <K extends string, V>(name: K, value: V | undefined) =>
    (value === undefined ? {} : { [name]: value }) as { [k in K]?: V };
  return {
    id: logIdOf(entry),
    received_at: entry.receivedAt,
    environment: entry.environment,
    outcome: entry.outcome,
    ...shownIn('inLog', entry),
    ...optionalField('reason', entry.reason),
    ...(matchedAt && { late: true as const, matched_at: matchedAt }),
    ...optionalField('matched_by', entry.matchedBy),
    ...(conflict && { conflict: conflictRecordOf(conflict) }),
    ...(error && {
      error: { code: error.code, message: messageOf(error.code), ...optionalField('detail', error.problems) },
    }),
    ...optionalField('campaign', entry.campaign),
    ...optionalField('ad_group', entry.adGroup),
    ...optionalField('ad_id', entry.adId),
    ...entryFactsOf(entry),
    ...optionalField('ad_user_data', entry.adUserData),
    ...optionalField('pixel_key', entry.pixelKey),
    counted: entry.counted,
    key_id: entry.keyId,
    ...optionalField('request_id', entry.requestId),
    ...optionalField('replayable_until', entry.replayableUntil),
    ...optionalField('replayed_at', entry.replayedAt),
  };
}

const conflictRecordOf = ({ fields, accepted, storedAs }: NonNullable<LogEntry['conflict']>) => ({
  fields,
  accepted: {
    event_type: accepted.eventType,
    value: money(accepted.value),
    currency: accepted.currency,
    received_at: accepted.receivedAt,
  },
  ...(storedAs && { stored_as: storedAs }),
});

const Place = z.tuple([z.union([z.iso.datetime(), z.iso.date()]), z.iso.date(), z.string().min(1).max(200).optional()]);

export const place = pageCursor<{ from: string; start: LogPlace }>(
  ({ from, start: { day, before } }) => JSON.stringify(before === undefined ? [from, day] : [from, day, before]),
  (text) => {
    try {
      const [from, day, before] = Place.parse(JSON.parse(text));
      return from.slice(0, 10) <= day ? { from, start: { day, ...(before !== undefined && { before }) } } : null;
    } catch {
      return null;
    }
  },
);

export const exampleEntries = [
  {
    id: 'live.1795253402120.a_4fTq0ZkJ8vW2nRxLmP7aBc',
    received_at: '2026-11-21T09:30:02.120Z',
    environment: 'live',
    outcome: 'matched',
    event_id: 'order_created:10017',
    event_type: 'order_created',
    campaign: 'spring_sale',
    ad_group: 'running_shoes',
    ad_id: 'ad_42',
    channel: 'paid_search',
    paid: true,
    traffic: 'human',
    value: '25.99',
    currency: 'USD',
    counted: true,
    key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
    request_id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
  },
  {
    id: 'live.1795253401000.r_9KdTq0ZkJ8vW2nRxLmP7aB',
    received_at: '2026-11-21T09:30:01.000Z',
    environment: 'live',
    outcome: 'rejected',
    event_type: 'order_created',
    error: {
      code: 'validation_failed',
      message: serviceErrors.validation_failed.sentence,
      detail: [{ type: 'missing', loc: ['body', 'event_id'], msg: 'Field required' }],
    },
    counted: false,
    key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
    request_id: '3c9d1d4e-7f0b-4a53-9a43-0d7c1c1f8a52',
    replayable_until: '2026-12-05T09:30:01.000Z',
  },
] satisfies z.input<typeof LogRecord>[];
