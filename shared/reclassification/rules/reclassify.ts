import { type Classified, channelOf } from '#shared/clicks/rules/classify.ts';
import { clickSourceOf } from '#shared/clicks/rules/landing-source.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { RuleApplication } from './applications.ts';

/** The application that moved a click last, and the channel that the click had before. */
export const movedMark = (applicationId: string, from: string) => `${applicationId} ${from}`;

/** The channel that a click had before this application moved it, or `undefined`. */
export function movedFrom({ moved = '' }: Pick<Click, 'moved'>, applicationId: string) {
  const [id, from] = moved.split(' ');
  return id === applicationId ? from : undefined;
}

/** An erased click has lost its source, and an older click never had a source. */
export const keepsChannel = ({ erasedAt, facts }: Click): boolean => Boolean(erasedAt) || !facts;

/** Returns what the rules say of a stored click. */
export function reclassify(
  click: Click,
  { channelRules, channelVersion }: Pick<RuleApplication, 'channelRules' | 'channelVersion'>,
): Classified {
  const { facts, campaign, networkClickIds } = click;
  const { source = '', medium = '', hasOwnCampaign = false, referrerHost = '' } = facts ?? {};
  return channelOf(
    clickSourceOf({ source, medium }, { campaign, hasOwnCampaign, referrerHost }, networkClickIds),
    channelRules,
    channelVersion,
  );
}

/** Rules are the same if only their versions differ. */
export const isSameRule = (one: string, other: string): boolean => one.split('@')[0] === other.split('@')[0];
