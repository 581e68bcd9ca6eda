import { conversionOf } from '#shared/conversions/rules/conversions.ts';
import { fail } from '#shared/values/errors.ts';
import type { AcceptDeps, Accepted } from './accept.ts';
import { admittedUserData } from './admitted-user-data.ts';
import type { Arrival } from './arrival.ts';
import { creditOf } from './credit.ts';
import { conversionErrors } from './errors.ts';
import { eventOfIncompleteId } from './known-event.ts';
import { acceptedResult, duplicateResult, mayRead } from './results.ts';

export async function preview(arrival: Arrival, deps: AcceptDeps): Promise<Accepted> {
  const { conversions, keys } = deps;
  const { event, warnings, caller, receivedAt } = arrival;
  const earlier =
    (await eventOfIncompleteId(arrival, deps)) ?? (await conversions.byEventId(caller.accountId, caller.environment, event.eventId));
  if (earlier) {
    if (!mayRead(caller, earlier)) throw fail(conversionErrors.click_id_out_of_scope);
    const result = duplicateResult(event, earlier, warnings);
    const would = { would_match: result.matched, would_duplicate: true, would_count: false };
    return { status: 200, result: { ...result, validate_only: true, ...would } };
  }
  const credit = await creditOf(arrival, deps);
  if (credit.outcome === 'out_of_scope') throw fail(conversionErrors.click_id_out_of_scope);
  const types = credit.outcome === 'matched' ? await keys.conversionTypes(credit.click.pixelKey) : [];
  const counts = types.includes(event.eventType);
  const conversion = conversionOf(event, caller, credit, { receivedAt, counts, writtenBy: '' });
  const result = acceptedResult(conversion, [...warnings, ...admittedUserData(arrival, credit).warnings]);
  const would = { would_match: result.matched, would_duplicate: false, would_count: conversion.counts };
  return { status: 200, result: { ...result, validate_only: true, ...would } };
}
