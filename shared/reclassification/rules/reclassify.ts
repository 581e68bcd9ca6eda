import { type Classified, channelOf } from '#shared/clicks/rules/classify.ts';
import { clickSourceOf } from '#shared/clicks/rules/landing-source.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { RuleApplication } from './applications.ts';

/** The mark names the last application that moved a click, and the earlier channel. */
export const movedMark = (applicationId: string, from: string) => `${applicationId} ${from}`;

export function movedFrom({ moved = '' }: Pick<Click, 'moved'>, applicationId: string) {
  const [id, from] = moved.split(' ');
  return id === applicationId ? from : undefined;
}

/** Erased and older clicks have no source. */
export const keepsChannel = ({ erasedAt, facts }: Click): boolean => Boolean(erasedAt) || !facts;

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

export const isSameRule = (a: string, b: string): boolean => a.split('@')[0] === b.split('@')[0];
