import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { hasUserData, type UserData } from '#shared/destinations/rules/match-keys.ts';
import { joined, matchKeysOf, matchKeysOfChannel } from '#shared/destinations/rules/read-user-data.ts';
import { userIdOf } from './rules/placeholders.ts';

/** `channel` is the user of the assistant channel's form. `dropped` names what the warning names if nothing is kept. */
export type SentUserData = { own?: unknown; channel?: Record<string, unknown>; hasOptedOut?: boolean; dropped: readonly string[] };

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
