import type { Channel } from './channels.ts';
import { googleMarks } from './click-parameters.ts';
import { listVersion, type SourceKind } from './host-kinds.ts';

export type Condition = {
  networkIds?: readonly string[];
  /** `utm_medium` is in lower case. */
  medium?: RegExp;
  sourceOrMedium?: RegExp;
  kind?: SourceKind;
  hasCampaign?: true;
  hasOwnCampaign?: true;
  hasReferrer?: true;
};

export type ChannelRule = {
  /** Clicks store the channel rule's ID, so it is never reused. */
  id: string;
  when: string;
  /** A channel rule holds if any condition holds; an empty condition always holds. */
  any: readonly Condition[];
  channel: Channel;
  byKind?: Partial<Record<SourceKind, Channel>>;
};

const displayMedium = /^(?:display|banner|expandable|interstitial|cpm)$/;
const paidMedium = /^(?:.*cp.*|ppc|retargeting|paid.*)$/s;
const emailName = /^e[-_ ]?mails?$|(?:^|[^a-z])newsletters?(?:[^a-z]|$)/;
const socialMedium = /^(?:(?:organic[-_ ])?social(?:[-_ ](?:network|media))?|sm)$/;

/** The first rule that holds decides. Every change needs another `rulesVersion`. */
export const channelRules: readonly ChannelRule[] = [
  {
    id: 'assistant_click_id',
    when: 'oppref is present',
    any: [{ networkIds: ['oppref'] }],
    channel: 'assistant_paid',
  },
  {
    id: 'display_medium',
    when: 'utm_medium is display, banner, expandable, interstitial or cpm',
    any: [{ medium: displayMedium }],
    channel: 'display',
  },
  {
    id: 'paid_medium',
    when: 'utm_medium is ppc or retargeting, contains cp, or begins with paid',
    any: [{ medium: paidMedium }],
    channel: 'paid_other',
    byKind: {
      assistant: 'assistant_paid',
      search: 'paid_search',
      social: 'paid_social',
      video: 'paid_video',
      shopping: 'paid_shopping',
    },
  },
  {
    id: 'search_click_id',
    when: 'gclid, gbraid, wbraid, msclkid or yclid is present, or Google marks its ad by gad_source=1 or gad_campaignid',
    any: [{ networkIds: ['gclid', 'gbraid', 'wbraid', 'msclkid', 'yclid', ...googleMarks] }],
    channel: 'paid_search',
  },
  {
    id: 'display_click_id',
    when: 'dclid is present',
    any: [{ networkIds: ['dclid'] }],
    channel: 'display',
  },
  {
    id: 'social_click_id',
    when: 'ttclid, twclid, rdt_cid or ScCid is present',
    any: [{ networkIds: ['ttclid', 'twclid', 'rdt_cid', 'ScCid'] }],
    channel: 'paid_social',
  },
  {
    id: 'social_click_id_with_campaign',
    when: 'fbclid, epik or li_fat_id is present, with a campaign',
    any: [{ networkIds: ['fbclid', 'epik', 'li_fat_id'], hasCampaign: true }],
    channel: 'paid_social',
  },
  {
    id: 'email',
    when: 'utm_source or utm_medium is email or newsletter, or utm_source is an e-mail service',
    any: [{ sourceOrMedium: emailName }, { kind: 'email' }],
    channel: 'email',
  },
  {
    id: 'affiliate_medium',
    when: 'utm_medium begins with affiliate',
    any: [{ medium: /^affiliate/ }],
    channel: 'affiliate',
  },
  { id: 'sms_medium', when: 'utm_medium is sms', any: [{ medium: /^sms$/ }], channel: 'sms' },
  {
    id: 'push_medium',
    when: 'utm_medium contains push',
    any: [{ medium: /push/ }],
    channel: 'push',
  },
  {
    id: 'audio_medium',
    when: 'utm_medium is audio',
    any: [{ medium: /^audio$/ }],
    channel: 'audio',
  },
  {
    id: 'assistant',
    when: 'utm_source or the page before is an AI assistant',
    any: [{ kind: 'assistant' }],
    channel: 'assistant_organic',
  },
  {
    id: 'search',
    when: 'utm_source or the page before is a search engine',
    any: [{ kind: 'search' }],
    channel: 'organic_search',
  },
  {
    id: 'social',
    when: 'utm_source or the page before is a social network, or utm_medium is social',
    any: [{ kind: 'social' }, { medium: socialMedium }],
    channel: 'organic_social',
  },
  {
    id: 'video',
    when: 'utm_source or the page before is a video site, or utm_medium contains video',
    any: [{ kind: 'video' }, { medium: /video/ }],
    channel: 'organic_video',
  },
  {
    id: 'shopping',
    when: 'utm_source or the page before is a shopping site',
    any: [{ kind: 'shopping' }],
    channel: 'organic_shopping',
  },
  {
    id: 'own_campaign',
    when: 'svc_campaign is present',
    any: [{ hasOwnCampaign: true }],
    channel: 'paid_other',
  },
  {
    id: 'other_campaign',
    when: 'utm_campaign is present',
    any: [{ hasCampaign: true }],
    channel: 'other_campaign',
  },
  {
    id: 'referral',
    when: 'the visitor came from another site',
    any: [{ hasReferrer: true }],
    channel: 'referral',
  },
  { id: 'direct', when: 'nothing else holds', any: [{}], channel: 'direct' },
];

export const rulesVersion = `2.${listVersion}`;
