import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { ConversionEventBody } from '#shared/conversions/event-schema.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Tally } from '#shared/event-log/rules/tally.ts';
import type { EventLog, NotedEntry } from '#shared/event-log/store/event-log.ts';
import { log } from '#shared/log.ts';
import type { Secrets } from '#shared/secrets.ts';
import type { Problem } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { keptPayload } from './kept-payload.ts';

export type Rejected = {
  code: string;
  problems?: readonly Problem[] | undefined;
  fields?: Record<string, unknown>;
  batch?: { problems: readonly Problem[] };
};
export type Repeated = Pick<ConversionEvent, 'eventId' | 'eventType' | 'value' | 'currency'>;
type NoteDeps = {
  now(): number;
  secrets: Secrets;
  eventLog: EventLog;
  logBudget: (accountId: AccountId, wantedEntries: number) => number;
};

const maxEntries = 50;
const maxProblems = 20;

/** Repeated events are counted exactly, so a request with repeats fails if the counts cannot be written. */
export async function recordOutcomes(
  { rejected = [], repeated = [] }: { rejected?: readonly Rejected[]; repeated?: readonly Repeated[] },
  { caller, requestId }: { caller: ConversionCaller; requestId: string },
  deps: NoteDeps,
): Promise<void> {
  const wantedEntries = rejected.length + repeated.length;
  if (wantedEntries === 0) return;
  const { accountId, environment, pixelKey, keyId } = caller;
  const receivedAt = new Date(deps.now()).toISOString();
  const common = {
    accountId,
    environment,
    ...(pixelKey && { pixelKey }),
    receivedAt,
    keyId,
    requestId,
    counted: false,
  };
  const budget = deps.logBudget(accountId, Math.min(wantedEntries, maxEntries));
  const tally: Tally = {
    accountId,
    environment,
    ...(pixelKey && { pixelKey }),
    at: receivedAt,
    counts: [
      ...(repeated.length > 0 ? [{ metric: 'duplicate' as const, detail: '', count: repeated.length }] : []),
      ...[...Map.groupBy(rejected, ({ code }) => code)].map(([detail, { length: count }]) => ({
        metric: 'rejected' as const,
        detail,
        count,
      })),
    ],
  };
  try {
    const refusals = await Promise.all(rejected.slice(0, budget).map((event) => entryOf(event, common, deps)));
    const repeats = repeated
      .slice(0, budget - refusals.length)
      .map((event): NotedEntry => ({ entry: { ...common, outcome: 'duplicate', ...event } }));
    await deps.eventLog.note([...refusals, ...repeats], tally);
  } catch (error) {
    if (repeated.length > 0) throw error;
    log.warn('rejected events were not logged', { request_id: requestId, error: error as Error });
  }
}

type Common = Pick<LogEntry, 'accountId' | 'environment' | 'pixelKey' | 'receivedAt' | 'keyId' | 'requestId' | 'counted'>;

async function entryOf({ code, problems = [], fields = {}, batch }: Rejected, common: Common, deps: NoteDeps): Promise<NotedEntry> {
  const hasFields = Object.keys(fields).length > 0;
  const payload = hasFields ? await keptPayload(fields, common.accountId, deps, batch) : undefined;
  const { event_id, event_type, value, currency } = fields;
  const decimal = ConversionEventBody.shape.value.safeParse(value).data?.decimal;
  return {
    entry: {
      ...common,
      outcome: 'rejected',
      error: { code, ...(problems.length > 0 && { problems: problems.slice(0, maxProblems) }) },
      ...(isShown(event_id) && { eventId: event_id.slice(0, 256).toWellFormed() }),
      ...(isShown(event_type) && { eventType: masked(event_type.slice(0, 64)) }),
      ...(decimal !== undefined && { value: decimal }),
      ...(isShown(currency) && currency.length === 3 && { currency: currency.toUpperCase() }),
    },
    ...(payload !== undefined && { payload }),
  };
}

export const repeatedOf = ({ eventId, eventType, value, currency }: ConversionEvent): Repeated => ({
  eventId,
  eventType,
  value,
  currency,
});

const isShown = (value: unknown): value is string => typeof value === 'string' && value !== '';
const masked = (text: string) => String(redactPersonalData({ text }).properties.text).toWellFormed();
