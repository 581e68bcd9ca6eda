import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { differences } from '#shared/conversions/rules/conflicts.ts';
import type { Conversion, ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import type { ConversionResult } from './event-schema.ts';

export type Warnings = NonNullable<ConversionResult['warnings']>;

/** A retry gets the original answer, so `reason` stays. */
export function acceptedResult(conversion: Conversion, warnings: Warnings): ConversionResult {
  const { click, reason, eventId, eventType, matchedBy } = conversion;
  const byUser: Warnings = matchedBy && !reason ? [{ code: 'matched_by_external_user_id', fields: [matchedBy] }] : [];
  const all = [...warnings, ...byUser];
  const outcome =
    click && !reason
      ? {
          matched: true,
          session_id: click.sid,
          campaign: click.campaign,
          ad_group: click.adGroup,
          ad_id: click.adId,
        }
      : { matched: false, reason };
  return {
    accepted: true,
    duplicate: false,
    event_id: eventId,
    event_type: eventType,
    ...outcome,
    ...(all.length > 0 && { warnings: all }),
  };
}

export function duplicateResult(event: ConversionEvent, earlier: Conversion, warnings: Warnings): ConversionResult {
  const fields = differences(event, earlier);
  const mismatch: Warnings = fields.length > 0 ? [{ code: 'event_id_payload_mismatch', fields }] : [];
  const result = acceptedResult(earlier, [...warnings, ...mismatch]);
  // An erased event has no click ID, but its retry contains the ID again.
  const brought = event.clickId.startsWith('s_') ? event.clickId : undefined;
  const named = earlier.erasedAt && result.matched && { session_id: brought };
  return { ...result, ...named, duplicate: true };
}

export const mayRead = ({ pixelKey }: Pick<ConversionCaller, 'pixelKey'>, { click }: Conversion) =>
  pixelKey === null || !click || click.pixelKey === pixelKey;
