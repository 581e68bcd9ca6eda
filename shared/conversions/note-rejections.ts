import type { RejectedEntry } from '#shared/data/event-log.ts';
import type { ConversionDeps } from '#shared/deps.ts';
import { dayOf } from '#shared/domain/iso-date.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import { redactPersonalData } from '#shared/domain/personal-data.ts';
import type { Problem } from '#shared/http/errors.ts';
import { log } from '#shared/log.ts';
import { ConversionEventBody } from './event-schema.ts';
import { keptPayload } from './kept-payload.ts';

/** An event that was not accepted, and why. */
export type Rejected = {
  code: string;
  problems?: readonly Problem[] | undefined;
  /** What was sent, in the single form's names; absent when there was no event in it. */
  fields?: Record<string, unknown>;
  /** Of a batch item: what was wrong before its fields had those names. */
  batch?: { problems: readonly Problem[] };
};
type NoteDeps = Pick<ConversionDeps, 'now' | 'secrets' | 'eventLog' | 'gatheredCounts' | 'logBudget'>;

const mostEntries = 50;
const mostProblems = 20;

/**
 * Writes events that were not accepted into the log, as far as the account's budget goes, and counts them all. An
 * answer waits for these writes, but never changes when they fail.
 */
export async function noteRejections(
  rejected: readonly Rejected[],
  { caller, requestId }: { caller: ConversionCaller; requestId: string },
  deps: NoteDeps,
): Promise<void> {
  if (rejected.length === 0) return;
  const { accountId, environment } = caller;
  const receivedAt = new Date(deps.now()).toISOString();
  const budget = deps.logBudget(accountId, Math.min(rejected.length, mostEntries));
  try {
    const entries = await Promise.all(
      rejected.slice(0, budget).map((one) => entryOf(one, { caller, requestId, receivedAt }, deps)),
    );
    const codes = [...Map.groupBy(rejected, ({ code }) => code)];
    await Promise.all([
      entries.length > 0 && deps.eventLog.rejected(entries),
      ...codes.map(([code, { length }]) => {
        const cell = {
          accountId,
          environment,
          day: dayOf(receivedAt),
          metric: 'rejected',
          detail: code,
        } as const;
        return deps.gatheredCounts.add(cell, length, { atOnce: budget > 0 });
      }),
    ]);
  } catch (error) {
    log.warn('rejected events were not logged', { request_id: requestId, error: error as Error });
  }
}

async function entryOf(
  { code, problems = [], fields = {}, batch }: Rejected,
  { caller, requestId, receivedAt }: { caller: ConversionCaller; requestId: string; receivedAt: string },
  deps: NoteDeps,
): Promise<RejectedEntry> {
  const hasFields = Object.keys(fields).length > 0;
  const payload = hasFields ? await keptPayload(fields, caller.accountId, deps, batch) : undefined;
  const { event_id, event_type, value, currency } = fields;
  const decimal = ConversionEventBody.shape.value.safeParse(value).data;
  const shown = {
    ...(isShown(event_id) && { eventId: event_id.slice(0, 256).toWellFormed() }),
    ...(isShown(event_type) && { eventType: masked(event_type.slice(0, 64)) }),
    ...(typeof decimal === 'string' && { value: decimal }),
    ...(isShown(currency) && currency.length === 3 && { currency: currency.toUpperCase() }),
  };
  return {
    entry: {
      accountId: caller.accountId,
      environment: caller.environment,
      receivedAt,
      outcome: 'rejected',
      error: { code, ...(problems.length > 0 && { problems: problems.slice(0, mostProblems) }) },
      ...shown,
      counted: false,
      keyId: caller.keyId,
      requestId,
    },
    ...(payload !== undefined && { payload }),
  };
}

const isShown = (value: unknown): value is string => typeof value === 'string' && value !== '';
const masked = (text: string) => String(redactPersonalData({ text }).properties.text).toWellFormed();
