import type { AccountSettingsStore } from '#shared/data/account-settings.ts';
import type { ApiKeys } from '#shared/data/api-keys.ts';
import type { Clicks } from '#shared/data/clicks.ts';
import type { Conversions } from '#shared/data/conversions.ts';
import type { Identities } from '#shared/data/identities.ts';
import type { Sessions } from '#shared/data/sessions.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import { invalid, type Problem } from '#shared/http/errors.ts';
import { problemsOf } from '#shared/http/problems.ts';
import type { Secrets } from '#shared/secrets.ts';
import { type Accepted, accept } from './accept.ts';
import { acceptByType } from './accept-by-type.ts';
import type { Arrival } from './arrival.ts';
import { clickNamed } from './click-named.ts';
import { BatchItemBody, ConversionEventBody } from './event-schema.ts';
import type { KeptPayload } from './kept-payload.ts';
import { preview } from './preview.ts';
import { tooFarAhead } from './too-far-ahead.ts';
import { understood } from './understood.ts';

type ReplayDeps = {
  now(): number;
  keys: ApiKeys;
  sessions: Sessions;
  clicks: Clicks;
  conversions: Conversions;
  secrets: Secrets;
  identities: Identities;
  accountSettings: AccountSettingsStore;
};
type Changes = Record<string, unknown>;

/** Where a batch item's own fields go in the single form. */
const singleForm: Record<string, string> = {
  timestamp_ms: 'occurred_at',
  amount: 'value',
  custom_event_name: 'event_type',
};

/** Takes a rejected event as if its key sent it now, with the fields in `changes` in place of those sent. Throws as a fresh send does. */
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
    ...tooFarAhead(fields, receivedAt),
  ];
  if (!parsed.success || problems.length > 0)
    throw invalid(...problems.map((problem) => ({ ...problem, loc: ['body', 'event', ...problem.loc] })));

  const { event, warnings } = await understood(parsed.data, caller.accountId, deps);
  const { externalUserHash } = payload;
  const isSameUser = externalUserHash && !('external_user_id' in changes);
  const arrival: Arrival = {
    event: isSameUser ? { ...event, externalUserHash } : event,
    warnings,
    caller,
    session: await clickNamed(event.clickId, caller, deps),
    receivedAt,
    requestId,
  };
  if (parsed.data.validate_only) return preview(arrival, deps);
  return payload.fromBatch ? acceptByType(arrival, deps) : accept(arrival, deps);
}
