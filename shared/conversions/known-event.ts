import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { namesNothing, namesNothingText } from '#shared/conversions/rules/placeholders.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import { invalid } from '#shared/values/errors.ts';
import type { Arrival } from './arrival.ts';

/**
 * Only an event that was stored before its ID was refused has an ID without its last part. A read then takes the place
 * of the write.
 */
export async function eventOfIncompleteId(
  { event, caller, place = ['body'] }: Arrival,
  { conversions }: { conversions: Conversions },
): Promise<Conversion | null> {
  if (!namesNothing(event.eventId)) return null;
  const earlier = await conversions.byEventId(caller.accountId, caller.environment, event.eventId);
  if (earlier) return earlier;
  throw invalid({ type: 'value_error', loc: [...place, 'event_id'], msg: namesNothingText });
}
