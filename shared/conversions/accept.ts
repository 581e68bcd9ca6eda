import type { ConversionDeps } from '#shared/deps.ts';
import { attribute, type Session } from '#shared/domain/attribution.ts';
import { type ConversionEvent, conversionOf } from '#shared/domain/conversions.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import { fail } from '#shared/http/errors.ts';
import type { ConversionResult } from './event-schema.ts';
import { acceptedResult, duplicateResult, mayRead, type Warnings } from './results.ts';

/** A valid event of a known caller, with the click it names. */
export type Arrival = {
  event: ConversionEvent;
  warnings: Warnings;
  caller: ConversionCaller;
  session: Session | null;
  /** Epoch milliseconds. */
  receivedAt: number;
  requestId: string;
};
export type AcceptDeps = Pick<ConversionDeps, 'conversions' | 'keys'>;
export type Accepted = { status: 200 | 202; result: ConversionResult };

/**
 * Accepts an event: one conditional write that is claim, record and result at once. A repeated event id is answered
 * with the first one's result. Throws 403 for a click outside the key's scope, which uses no event id up.
 */
export async function accept(arrival: Arrival, deps: AcceptDeps): Promise<Accepted> {
  const { event, warnings, caller, session, receivedAt, requestId } = arrival;
  const attribution = attribute(session, caller, { occurredAt: event.occurredAt ?? receivedAt, receivedAt });
  if (attribution.outcome === 'out_of_scope') {
    // An event that was accepted before keeps its answer, whatever click the retry names.
    const earlier = await deps.conversions.byEventId(caller.accountId, caller.environment, event.eventId);
    if (earlier && mayRead(caller, earlier))
      return { status: 200, result: duplicateResult(event, earlier, warnings) };
    throw fail('click_id_out_of_scope');
  }
  const types =
    attribution.outcome === 'matched' ? await deps.keys.conversionTypes(attribution.session.pixelKey) : [];
  const conversion = conversionOf(event, caller, attribution, {
    receivedAt,
    counts: types.includes(event.eventType),
    writtenBy: crypto.randomUUID(),
    requestId,
  });
  const earlier = await deps.conversions.accept(conversion);
  if (!earlier) return { status: conversion.click ? 200 : 202, result: acceptedResult(conversion, warnings) };
  if (!mayRead(caller, earlier)) throw fail('click_id_out_of_scope');
  return { status: 200, result: duplicateResult(event, earlier, warnings) };
}
