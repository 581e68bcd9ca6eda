import type * as z from 'zod';
import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { UserData } from '#shared/destinations/rules/match-keys.ts';
import type { Secrets } from '#shared/secrets.ts';
import { type AcceptDeps, type Accepted, accept } from './accept.ts';
import { clickNamed } from './click-named.ts';
import type { ConversionEventBody } from './event-schema.ts';
import { parseConversionEvent } from './parse-conversion-event.ts';
import { preview } from './preview.ts';
import type { ConversionEvent } from './rules/conversions.ts';

type ReceiveDeps = AcceptDeps & Parameters<typeof preview>[1] & { now(): number; secrets: Secrets; clicks: Clicks };

export async function receiveEvent(
  body: z.output<typeof ConversionEventBody>,
  { caller, requestId, userData }: { caller: ConversionCaller; requestId: string; userData: UserData | null },
  deps: ReceiveDeps,
): Promise<Accepted & { event: ConversionEvent }> {
  const { event, warnings } = await parseConversionEvent(body, caller.accountId, deps);
  const receivedAt = deps.now();
  const click = await clickNamed(event.clickId, caller, deps);
  const arrival = { event, warnings, caller, click, receivedAt, requestId, userData };
  const accepted = body.validate_only ? await preview(arrival, deps) : await accept(arrival, deps);
  return { ...accepted, event };
}
