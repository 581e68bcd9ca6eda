import type * as z from 'zod';
import { keys } from '#shared/api-keys/needs.ts';
import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { acceptByType } from '#shared/conversions/accept-by-type.ts';
import type { Arrival } from '#shared/conversions/arrival.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { eventOfIncompleteId } from '#shared/conversions/known-event.ts';
import { accountSettings, clicks, conversions, identities, logBudget } from '#shared/conversions/needs.ts';
import { preview } from '#shared/conversions/preview.ts';
import { mayRead } from '#shared/conversions/results.ts';
import { attribute, type Click } from '#shared/conversions/rules/attribution.ts';
import { matchKeys } from '#shared/destinations/needs.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { type Rejected, recordOutcomes, repeatedOf } from '#shared/event-log/record-outcomes.ts';
import { ApiError, fail, type Problem } from '#shared/values/errors.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { problemsAsText } from '#shared/values/problems.ts';
import type { ConversionBatchBody, ConversionBatchResult, ItemResult } from './batch-schema.ts';
import { type ReadItem, readItems, rejection } from './read-items.ts';

export const sendBatchNeeds = { accountSettings, clicks, conversions, eventLog, identities, keys, logBudget, matchKeys };
type Deps = DepsOf<typeof sendBatchNeeds>;

const writesAtOnce = 50;

type Good = Extract<ReadItem, { event: unknown }>;

export async function sendBatch(
  body: z.output<typeof ConversionBatchBody>,
  caller: ConversionCaller,
  requestId: string,
  deps: Deps,
): Promise<{ status: 200 | 202 | 207 | 422; body: ConversionBatchResult }> {
  const receivedAt = deps.now();
  const items = await readItems(body.events, body, caller, deps);
  const good = items.filter((item): item is Good => 'event' in item);
  const clicks = await clicksOf(good, caller, deps);
  const arrivalOf = (item: Good): Arrival => ({
    event: item.event,
    warnings: item.warnings,
    caller,
    click: clicks.get(item) ?? null,
    receivedAt,
    requestId,
    place: ['body', 'events', item.index],
    userData: item.userData,
  });

  const results: ItemResult[] = [];
  for (const item of items) if ('rejected' in item) results[item.index] = item.rejected;
  if (body.atomic) await refuseBeforeAtomic(good, arrivalOf, results, deps);
  if (body.atomic && results.some(Boolean)) {
    for (const item of good) results[item.index] ??= refused(item, 'not_stored', 'Another item of this atomic batch is invalid.', 422);
  } else {
    // Events with the same ID are stored in sequence, so that the first event wins.
    const byId = Map.groupBy(good, ({ event }) => event.eventId);
    await forEachConcurrent([...byId.values()], writesAtOnce, async (same) => {
      for (const item of same) results[item.index] = await resultOf(item, arrivalOf(item), body.validate_only === true, deps);
    });
  }
  if (body.validate_only !== true) {
    const rejected = rejectedOf(items, results);
    const repeated = good.filter(({ index }) => results[index]?.duplicate).map(({ event }) => repeatedOf(event));
    await recordOutcomes({ rejected, repeated }, { caller, requestId }, deps);
  }
  return answerOf(results, body.validate_only === true, requestId);
}

function rejectedOf(items: readonly ReadItem[], results: readonly ItemResult[]): Rejected[] {
  const refusals = items.flatMap(({ index, fields, problems }): Rejected[] => {
    const { code, detail } = results[index]?.error ?? {};
    return code ? [{ code, problems: detail, fields, batch: { problems } }] : [];
  });
  const isOwn = ({ code }: Rejected) => code !== 'not_stored';
  return [...refusals.filter(isOwn), ...refusals.filter((refusal) => !isOwn(refusal))];
}

async function clicksOf(items: readonly Good[], caller: ConversionCaller, { clicks }: Deps) {
  const named = await clicks.named(
    items.map(({ event }) => event.clickId),
    caller,
  );
  return new Map<Good, Click | undefined>(items.map((item) => [item, named.get(item.event.clickId)]));
}

async function resultOf(item: Good, arrival: Arrival, validateOnly: boolean, deps: Deps): Promise<ItemResult> {
  try {
    const { status, result } = validateOnly ? await preview(arrival, deps) : await acceptByType(arrival, deps);
    return { index: item.index, status, ...result };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return refusalOf(item, error);
  }
}

const refusalOf = (item: Good, { code, message, status, problems }: ApiError) =>
  refused(item, code, problems ? 'The item does not match the contract.' : message, status, problems);

async function refuseBeforeAtomic(items: readonly Good[], arrivalOf: (item: Good) => Arrival, results: ItemResult[], deps: Deps) {
  await forEachConcurrent(items, writesAtOnce, async (item) => {
    const arrival = arrivalOf(item);
    const { event, click, caller, receivedAt } = arrival;
    const incomplete = await eventOfIncompleteId(arrival, deps).catch((error: Error) => error);
    if (incomplete instanceof ApiError) results[item.index] = refusalOf(item, incomplete);
    else if (incomplete instanceof Error) throw incomplete;
    if (results[item.index]) return;
    const { outcome } = attribute(click, caller, {
      clickId: event.clickId,
      occurredAt: event.occurredAt ?? receivedAt,
      receivedAt,
    });
    if (outcome !== 'out_of_scope') return;
    const earlier = await deps.conversions.byEventId(caller.accountId, caller.environment, event.eventId);
    if (!earlier || !mayRead(caller, earlier)) results[item.index] = refusalOf(item, fail(conversionErrors.click_id_out_of_scope));
  });
}

const refused = ({ index, event }: Good, code: string, message: string, status: number, problems?: readonly Problem[]) =>
  rejection({ event_id: event.eventId, event_type: event.eventType }, index, status, code, message, problems);

function answerOf(results: readonly ItemResult[], validateOnly: boolean, requestId: string) {
  const count = (test: (result: ItemResult) => boolean) => results.filter(test).length;
  const summary = {
    matched: count(({ accepted, matched, duplicate }) => accepted && matched && !duplicate),
    unmatched: count(({ accepted, matched, duplicate }) => accepted && !matched && !duplicate),
    duplicates: count(({ accepted, duplicate }) => accepted && duplicate),
    rejected: count(({ accepted }) => !accepted),
  };
  const acceptedEvents = results.length - summary.rejected;
  const status = summary.rejected === 0 ? (summary.matched + summary.duplicates > 0 ? 200 : 202) : acceptedEvents > 0 ? 207 : 422;
  const detail = results.flatMap(({ error }) => error?.detail ?? []);
  const body: ConversionBatchResult = {
    request_id: requestId,
    accepted: summary.rejected === 0,
    validate_only: validateOnly,
    accepted_events: acceptedEvents,
    received_events: results.length,
    summary,
    results: [...results],
    ...(status === 422 && { detail, error: errorOf(results) }),
  };
  return { status: status as 200 | 202 | 207 | 422, body };
}

function errorOf(results: readonly ItemResult[]) {
  const itemErrors = results.flatMap(({ error }) => (error && error.code !== 'not_stored' ? [error] : []));
  const [first] = itemErrors;
  const problems = itemErrors.flatMap(({ detail }) => detail ?? []);
  return {
    code: first?.code ?? 'validation_failed',
    message: problems.length > 0 ? problemsAsText(problems) : (first?.message ?? ''),
  };
}
