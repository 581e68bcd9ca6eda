import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { BatchItemBody } from '#shared/conversions/event-schema.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { parseConversionEvent } from '#shared/conversions/parse-conversion-event.ts';
import type { Warnings } from '#shared/conversions/results.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import { userDataIn } from '#shared/conversions/user-data.ts';
import type { UserData } from '#shared/destinations/rules/match-keys.ts';
import type { Secrets } from '#shared/secrets.ts';
import { ApiError, type Problem } from '#shared/values/errors.ts';
import { problemsOf } from '#shared/values/problems.ts';
import { type BatchDefaults, type NormalizedItem, normalizedItem } from './batch-item.ts';
import type { ItemResult } from './batch-schema.ts';

export type ReadItem = Pick<NormalizedItem, 'fields' | 'problems'> & { index: number } & (
    | { event: ConversionEvent; warnings: Warnings; userData: UserData | null }
    | { rejected: ItemResult }
  );

type Sender = Pick<ConversionCaller, 'accountId' | 'collecting'>;

export const readItems = (
  items: readonly Record<string, unknown>[],
  defaults: BatchDefaults,
  caller: Sender,
  deps: { now(): number; secrets: Secrets },
) => Promise.all(items.map((item, index) => readItem(item, index, defaults, caller, deps)));

async function readItem(
  item: Record<string, unknown>,
  index: number,
  defaults: BatchDefaults,
  caller: Sender,
  deps: { now(): number; secrets: Secrets },
): Promise<ReadItem> {
  const collects = caller.collecting?.isOn === true;
  const { fields, problems, warnings, userData: sent } = normalizedItem(item, defaults, { collects });
  const named = new Set(problems.map(({ loc }) => loc[0]));
  const parsed = BatchItemBody.safeParse(fields);
  const problemsFound = [
    ...problems,
    ...(parsed.error ? problemsOf(parsed.error) : []).filter(({ loc }) => !(loc[0] === 'event_type' && named.has('custom_event_name'))),
    ...futureTimestampProblems(fields, deps.now()),
  ];
  const at = (problem: Problem) => ({ ...problem, loc: ['body', 'events', index, ...problem.loc] });
  if (!parsed.success || problemsFound.length > 0) {
    return {
      index,
      fields,
      problems,
      rejected: rejection(fields, index, 422, 'validation_failed', 'The item does not match the contract.', problemsFound.map(at)),
    };
  }
  try {
    const { event, warnings: more } = await parseConversionEvent(parsed.data, caller.accountId, deps);
    return { index, fields, problems, event, warnings: [...warnings, ...more], userData: await userDataIn(sent, caller) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return {
      index,
      fields,
      problems,
      rejected: rejection(fields, index, error.status, error.code, error.message),
    };
  }
}

export function rejection(
  { event_id, event_type }: Record<string, unknown>,
  index: number,
  status: number,
  code: string,
  message: string,
  detail?: readonly Problem[],
): ItemResult {
  return {
    index,
    status,
    accepted: false,
    matched: false,
    duplicate: false,
    ...(typeof event_id === 'string' && { event_id: event_id.slice(0, 256) }),
    ...(typeof event_type === 'string' && { event_type: event_type.slice(0, 64) }),
    error: { code, message, ...(detail && { detail: [...detail] }) },
  };
}
