import { randomUUID } from 'node:crypto';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import { conflictOf } from '#shared/conversions/rules/conflicts.ts';
import { type Conversion, conversionOf } from '#shared/conversions/rules/conversions.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { MatchKeysStore } from '#shared/destinations/store/match-keys.ts';
import { fail } from '#shared/values/errors.ts';
import { admittedUserData } from './admitted-user-data.ts';
import type { Arrival } from './arrival.ts';
import { type CreditDeps, creditOf } from './credit.ts';
import { conversionErrors } from './errors.ts';
import type { ConversionResult } from './event-schema.ts';
import { eventOfIncompleteId } from './known-event.ts';
import { acceptedResult, duplicateResult, mayRead } from './results.ts';

/** A replay has no match keys, because a rejected event keeps no user data. */
export type AcceptDeps = CreditDeps & { conversions: Conversions; keys: ApiKeys; matchKeys?: MatchKeysStore };
export type Accepted = { status: 200 | 202; result: ConversionResult };

/** A conditional write is claim, record and result of an event. A foreign click is a 403 without a claim. */
export async function accept(arrival: Arrival, deps: AcceptDeps, { qualifiedId }: { qualifiedId?: string } = {}): Promise<Accepted> {
  const { event, caller, click, receivedAt, requestId } = arrival;
  let { warnings } = arrival;
  const storedEvent = await eventOfIncompleteId(arrival, deps);
  if (storedEvent) return repeated(storedEvent);
  const credit = await creditOf(arrival, deps);
  if (credit.outcome === 'out_of_scope') {
    // A repeated event keeps its answer, whatever click the retry names.
    const earlier = await deps.conversions.byEventId(caller.accountId, caller.environment, event.eventId);
    if (!earlier) throw fail(conversionErrors.click_id_out_of_scope);
    return repeated(earlier);
  }
  const types = credit.outcome === 'matched' ? await deps.keys.conversionTypes(credit.click.pixelKey) : [];
  const conversion = conversionOf(event, caller, credit, {
    receivedAt,
    counts: types.includes(event.eventType),
    writtenBy: randomUUID(),
    requestId,
  });
  const { keys, warnings: ofUserData } = admittedUserData(arrival, credit);
  warnings = [...warnings, ...ofUserData];
  const writtenBy = { receivedAt, writtenBy: conversion.writtenBy };
  const keepsKeys = keys !== null && (await deps.matchKeys?.keep(conversion, keys, writtenBy));
  const earlier = await deps.conversions.accept(conversion);
  if (earlier && keepsKeys) await deps.matchKeys?.takeBack(conversion, conversion.writtenBy);
  if (earlier) return repeated(earlier);
  return { status: conversion.click ? 200 : 202, result: acceptedResult(conversion, warnings) };

  async function repeated(earlier: Conversion): Promise<Accepted> {
    if (!mayRead(caller, earlier)) throw fail(conversionErrors.click_id_out_of_scope);
    const sender = { at: new Date(receivedAt).toISOString(), keyId: caller.keyId, requestId };
    const conflict = earlier.conflict ? null : conflictOf({ event, click }, earlier, sender);
    if (conflict) {
      const isOtherType = conflict.fields.includes('event_type');
      await deps.conversions.recordConflict(earlier, {
        ...conflict,
        ...(isOtherType && qualifiedId && { storedAs: qualifiedId }),
      });
    }
    return { status: 200, result: duplicateResult(event, earlier, warnings) };
  }
}
