import { type Adjustment, netOf } from '#shared/conversions/rules/adjustments.ts';
import type { Conflict, Conversion } from '#shared/conversions/rules/conversions.ts';
import { eventFactsOf, pixelOf } from '#shared/conversions/rules/conversions.ts';
import { shownIn } from '#shared/conversions/rules/shown-fields.ts';
import { money } from '#shared/values/decimal.ts';

export function receiptOf(conversion: Conversion) {
  const { click, matchedAt, matchedBy, requestId, reason, conflict } = conversion;
  const { adjustments = [] } = conversion;
  const pixelKey = pixelOf(conversion);
  return {
    ...shownIn('inExport', conversion),
    environment: conversion.environment,
    matched: click !== undefined,
    ...(click && {
      ...(click.sid && { session_id: click.sid }),
      campaign: click.campaign,
      ad_group: click.adGroup,
      ad_id: click.adId,
      clicked_at: click.clickedAt,
    }),
    ...eventFactsOf(conversion),
    ...(reason && { reason }),
    ...(matchedAt && { late: true as const, matched_at: matchedAt }),
    ...(matchedBy && { matched_by: matchedBy }),
    ...(pixelKey && { pixel_key: pixelKey }),
    counted: conversion.counts,
    received_at: conversion.receivedAt,
    has_external_user: conversion.externalUserHash !== undefined,
    key_id: conversion.keyId,
    ...(requestId && { request_id: requestId }),
    ...(conflict && { conflict: conflictOf(conflict) }),
    ...(adjustments.length > 0 && {
      net_value: money(netOf(conversion)),
      adjustments: adjustments.map(shownAdjustment).reverse(),
    }),
    ...(conversion.erasedAt && { erased: true as const }),
  };
}

export const shownAdjustment = ({ id, net, reason, effectiveAt, at, by, note, repeats }: Adjustment) => ({
  adjustment_id: id,
  net_value: money(net),
  reason,
  effective_at: effectiveAt,
  adjusted_at: at,
  adjusted_by: { ...by },
  ...(note && { note }),
  ...(repeats && { repeated_at: repeats.at(-1)?.effectiveAt ?? at }),
});

const conflictOf = ({ at, fields, sent: sentFields, storedAs, keyId, requestId }: Conflict) => ({
  at,
  fields,
  sent: shownIn('inConflict', sentFields),
  ...(storedAs && { stored_as: storedAs }),
  key_id: keyId,
  ...(requestId && { request_id: requestId }),
});
