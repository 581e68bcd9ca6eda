import { keys } from '#shared/api-keys/needs.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { accept } from '#shared/conversions/accept.ts';
import { ConversionEventBody, ConversionResult } from '#shared/conversions/event-schema.ts';
import { accountSettings, clicks, conversions, identities, ingestLimiter, logBudget } from '#shared/conversions/needs.ts';
import { parseConversionEvent } from '#shared/conversions/parse-conversion-event.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { parseExactly } from '#shared/values/json.ts';

export const conversionDeps = () => depsOf({ accountSettings, clicks, conversions, eventLog, identities, ingestLimiter, keys, logBudget });

export const idempotencyTable = 'idempotency';

export type Answer = { status: 200 | 202 | 401 | 422; body: object };

export async function work(
  authorization: string | undefined,
  text: string,
  requestId: string,
  deps: ReturnType<typeof conversionDeps>,
): Promise<Answer> {
  const sent = parseExactly(text);
  const caller = await deps.keys.secretCaller(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
  if (!caller) return { status: 401, body: { detail: 'Unauthorized' } };
  const parsed = ConversionEventBody.safeParse(sent);
  if (!parsed.success) return { status: 422, body: { detail: parsed.error.issues } };
  const { event, warnings } = await parseConversionEvent(parsed.data, caller.accountId, deps);
  const receivedAt = deps.now();
  const click = await deps.clicks.byId(event.clickId);
  const arrival = { event, warnings, caller, click, receivedAt, requestId };
  const { status, result } = await accept(arrival, deps);
  return { status, body: ConversionResult.parse(result) };
}
