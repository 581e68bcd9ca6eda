import { memoized } from '#shared/values/memoized.ts';
import { type ChannelRule, type Condition, channelRules, rulesVersion } from './channel-rules.ts';
import { type Channel, isPaid } from './channels.ts';
import { kindOfHost, kindOfSource, plainHost, type SourceKind } from './host-kinds.ts';

/** All facts of the source are stored, so a changed rule can decide again. */
export type ClickSource = {
  source: string;
  medium: string;
  campaign: string;
  hasOwnCampaign: boolean;
  networkIds: readonly string[];
  /** The referrer's host is empty for own and payment pages. */
  referrerHost: string;
};

/** A rule of an account precedes all other rules. A field that is absent holds for any click. */
export type AccountChannelRule = {
  id: string;
  host?: string | undefined;
  source?: string | undefined;
  medium?: string | undefined;
  campaignPrefix?: string | undefined;
  channel: Channel;
};

/** A rule's name includes its version, as in `search_click_id@2.2026-11-26`. */
export type Classified = { channel: Channel; paid: boolean; rule: string };

export function channelOf(click: ClickSource, accountRules: readonly AccountChannelRule[] = [], accountVersion = 0): Classified {
  const source = click.source.trim().toLowerCase();
  const medium = click.medium.trim().toLowerCase();
  const accountRule = accountRules.length > 0 && accountRules.find((rule) => holdsForAccount(rule, { ...click, source, medium }));
  if (accountRule)
    return {
      channel: accountRule.channel,
      paid: isPaid(accountRule.channel),
      rule: `account.${accountRule.id}@${accountVersion}`,
    };
  const { campaign, hasOwnCampaign, networkIds, referrerHost } = click;
  const campaignMark = hasOwnCampaign ? 'own' : campaign && 'any';
  return byRules([source, medium, referrerHost, campaignMark, ...networkIds].join(separator));
}

// Clicks with the separator in their texts may get another channel.
const separator = '\u0000';

/** Most click IDs differ only in their values, which rules ignore, so results are cached by the remaining text. */
const byRules = memoized((text): Classified => {
  const [source = '', medium = '', referrerHost = '', campaign = '', ...networkIds] = text.split(separator);
  const kinds = [kindOfSource(source), kindOfHost(referrerHost)].filter((kind) => kind !== undefined);
  const click = { source, medium, referrerHost, campaign, networkIds, kinds };
  const facts = { ...click, hasOwnCampaign: campaign === 'own' };
  const rule = channelRules.find(({ any }) => any.some((condition) => holds(condition, facts)));
  const { id, channel } = rule ? { id: rule.id, channel: byKind(rule, kinds) } : { id: 'direct', channel: 'direct' as const };
  return { channel, paid: isPaid(channel), rule: `${id}@${rulesVersion}` };
}, 2000);

const byKind = ({ channel, byKind: others }: ChannelRule, [kind]: readonly SourceKind[]): Channel => (kind && others?.[kind]) ?? channel;

function holds(
  { networkIds, medium, sourceOrMedium, kind, hasCampaign, hasOwnCampaign, hasReferrer }: Condition,
  click: ClickSource & { kinds: readonly SourceKind[] },
): boolean {
  if (networkIds && !networkIds.some((name) => click.networkIds.includes(name))) return false;
  if (medium && !medium.test(click.medium)) return false;
  if (sourceOrMedium && !sourceOrMedium.test(click.source) && !sourceOrMedium.test(click.medium)) return false;
  if (kind && !click.kinds.includes(kind)) return false;
  if (hasCampaign && !click.campaign) return false;
  if (hasOwnCampaign && !click.hasOwnCampaign) return false;
  return !hasReferrer || click.referrerHost !== '';
}

function holdsForAccount(rule: AccountChannelRule, click: ClickSource): boolean {
  const host = rule.host === undefined ? undefined : plainHost(rule.host);
  const referrer = plainHost(click.referrerHost);
  return (
    (host === undefined || referrer === host || referrer.endsWith(`.${host}`)) &&
    (rule.source === undefined || rule.source.toLowerCase() === click.source) &&
    (rule.medium === undefined || rule.medium.toLowerCase() === click.medium) &&
    (rule.campaignPrefix === undefined || click.campaign.toLowerCase().startsWith(rule.campaignPrefix.toLowerCase()))
  );
}
