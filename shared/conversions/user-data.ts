import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { consentOf } from '#shared/consent/rules/consent.ts';
import {
  hasUserData,
  joined,
  type MatchKeys,
  matchKeysOf,
  matchKeysOfChannel,
  namesOf,
  type ReadUserData,
} from '#shared/destinations/rules/match-keys.ts';
import { mayKeep } from '#shared/destinations/rules/may-keep.ts';
import type { Arrival } from './arrival.ts';
import type { Warnings } from './results.ts';
import type { Credit } from './rules/conversions.ts';
import { userIdOf } from './rules/placeholders.ts';

/** `channel` is the user of the assistant channel's form. `dropped` names what the warning names if nothing is kept. */
export type SentUserData = { own?: unknown; channel?: Record<string, unknown>; hasOptedOut?: boolean; dropped: readonly string[] };
/** Without `read`, nothing may be kept. */
export type UserData = { read: ReadUserData | null; dropped: readonly string[] };

const isPlaceholder = (id: string) => userIdOf(id) === null;

/** The raw values end here. They are read only if a destination of the account collects. */
export async function userDataIn(
  { own, channel, hasOptedOut = false, dropped }: SentUserData,
  { collecting }: Pick<ConversionCaller, 'collecting'>,
): Promise<UserData | null> {
  if (!hasUserData(own) && (!channel || Object.keys(channel).length === 0)) return null;
  if (!collecting?.isOn || hasOptedOut) return { read: null, dropped };
  const read = await matchKeysOf(own, { phoneCountry: collecting.phoneCountry, isPlaceholder });
  return { read: channel ? joined(read, matchKeysOfChannel(channel)) : read, dropped };
}

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
    event: { consent: event.consent, occurredAt, receivedAt: arrivedAt },
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
