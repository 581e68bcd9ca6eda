import { consentOf } from '#shared/consent/rules/consent.ts';
import { type MatchKeys, namesOf } from '#shared/destinations/rules/match-keys.ts';
import { mayKeep } from '#shared/destinations/rules/may-keep.ts';
import type { Arrival } from './arrival.ts';
import type { Warnings } from './results.ts';
import type { Credit } from './rules/conversions.ts';

const ignoring = (fields: readonly string[]): Warnings =>
  fields.length > 0 ? [{ code: 'user_data_ignored' as const, fields: [...fields] }] : [];

/** Match keys are kept only with consent: the event's, else that of its click. */
export function admittedUserData(
  { event, caller, click, receivedAt, userData }: Arrival,
  credit: Credit,
): { keys: MatchKeys | null; warnings: Warnings } {
  if (!userData) return { keys: null, warnings: [] };
  const { read, dropped } = userData;
  const isOwn = click !== null && !click.erasedAt && click.accountId === caller.accountId;
  const earning = credit.outcome === 'matched' ? credit.click : undefined;
  const arrivedAt = new Date(receivedAt).toISOString();
  const occurredAt = event.occurredAt === undefined ? arrivedAt : new Date(event.occurredAt).toISOString();
  const consent = consentOf({
    event: { consent: event.consent, occurredAt, receivedAt: arrivedAt, clickedAt: isOwn ? click.createdAt : earning?.clickedAt },
    click: isOwn ? click.consent : earning?.consent,
  });
  const country = isOwn ? click.facts?.country : undefined;
  if (!read || !mayKeep(caller.collecting, consent, country)) return { keys: null, warnings: ignoring(dropped) };
  const warnings: Warnings = [
    ...ignoring(read.ignored),
    ...(read.isPhoneWithoutCountry ? [{ code: 'phone_without_country' as const, fields: ['user_data.phone'] }] : []),
  ];
  return { keys: namesOf(read.keys).length > 0 ? read.keys : null, warnings };
}
