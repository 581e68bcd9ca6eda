import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import { type Accepted, accept } from '#shared/conversions/accept.ts';
import { acceptByType } from '#shared/conversions/accept-by-type.ts';
import type { Arrival } from '#shared/conversions/arrival.ts';
import { clickNamed } from '#shared/conversions/click-named.ts';
import { BatchItemBody, ConversionEventBody } from '#shared/conversions/event-schema.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { parseConversionEvent } from '#shared/conversions/parse-conversion-event.ts';
import { preview } from '#shared/conversions/preview.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { Identities } from '#shared/conversions/store/identities.ts';
import type { Secrets } from '#shared/secrets.ts';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { problemsOf } from '#shared/values/problems.ts';
import type { KeptPayload } from './kept-payload.ts';

type ReplayDeps = {
  now(): number;
  keys: ApiKeys;
  clicks: Clicks;
  conversions: Conversions;
  secrets: Secrets;
  identities: Identities;
  accountSettings: AccountSettingsStore;
};
type Changes = Record<string, unknown>;

const singleForm: Record<string, string> = {
  timestamp_ms: 'occurred_at',
  amount: 'value',
  custom_event_name: 'event_type',
};

export async function replayed(
  payload: KeptPayload,
  changes: Changes,
  { caller, requestId, deps }: { caller: ConversionCaller; requestId: string; deps: ReplayDeps },
): Promise<Accepted> {
  const fields = { ...payload.fields, ...changes };
  const receivedAt = deps.now();
  const parsed = (payload.fromBatch ? BatchItemBody : ConversionEventBody).safeParse(fields);
  const problems: Problem[] = [
    ...(payload.problems ?? []).filter(({ loc: [name = ''] }) => !((singleForm[name] ?? name) in changes)),
    ...(parsed.error ? problemsOf(parsed.error) : []),
    ...futureTimestampProblems(fields, receivedAt),
  ];
  if (!parsed.success || problems.length > 0)
    throw invalid(...problems.map((problem) => ({ ...problem, loc: ['body', 'event', ...problem.loc] })));

  const { event, warnings } = await parseConversionEvent(parsed.data, caller.accountId, deps);
  const { externalUserHash } = payload;
  const isSameUser = externalUserHash && !('external_user_id' in changes);
  const arrival: Arrival = {
    event: isSameUser ? { ...event, externalUserHash } : event,
    warnings,
    caller,
    click: await clickNamed(event.clickId, caller, deps),
    receivedAt,
    requestId,
    place: ['body', 'event'],
  };
  if (parsed.data.validate_only) return preview(arrival, deps);
  return payload.fromBatch ? acceptByType(arrival, deps) : accept(arrival, deps);
}
