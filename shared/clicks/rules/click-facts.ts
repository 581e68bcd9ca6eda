import type { Channel } from './channels.ts';
import { channelOf } from './classify.ts';
import { clickSourceOf, type LandingSource, maxFactLength } from './landing-source.ts';
import { channelOfOlderClick } from './older-clicks.ts';
import { isPreviewHost } from './preview-hosts.ts';
import { referrerHostOf } from './referrer.ts';
import { signalsOf, type Traffic, type TrafficSignal, trafficOf } from './traffic.ts';
import type { Device, UserAgentFacts } from './user-agent.ts';

/**
 * What is stored of where a click came from. An absent text is empty, an absent list has no entries; neither address nor
 * user agent is stored. Clicks from before these facts have none of them.
 */
export type ClickFacts = Partial<LandingSource> & {
  /** Host of the page before. */
  referrerHost?: string;
  landingPath: string;
  /** ISO 3166-1 alpha-2, or `unknown`. */
  country: string;
  device: Device;
  browser: string;
  channel: Channel;
  paid: boolean;
  /** The rule that named the channel, and the version of its list. */
  rule: string;
  /** The campaign was named by `svc_campaign`. */
  hasOwnCampaign?: true;
  traffic: Traffic;
  signals?: TrafficSignal[];
  /** Keyed hash of the /24 or /56; the key of a day is destroyed after 30 days. */
  network?: string;
};

/** What an erasure removes of a click's facts. Channel, device and verdict tell of no person, and reports keep them. */
export const erasedFacts = [
  'source',
  'medium',
  'term',
  'content',
  'referrerHost',
  'landingPath',
  'country',
  'browser',
  'network',
] as const satisfies readonly (keyof ClickFacts)[];

/** What a request of the pixel says about a click. */
export type ClickRequest = {
  url: URL;
  /** `landingPage` of the click: personal data in it is masked. */
  landingPage: string;
  source: LandingSource;
  hasOwnCampaign: boolean;
  campaign: string;
  networkClickIds: Readonly<Record<string, string>>;
  referrer: string | null | undefined;
  userAgent: string;
  agent: UserAgentFacts;
  country: string | undefined;
  isLive: boolean;
  isWebdriver: boolean;
  isInternalVisitor: boolean;
  isPrefetch: boolean;
};

/** The facts of a new click. */
export function factsOf(request: ClickRequest): ClickFacts {
  const { url, source, hasOwnCampaign, campaign, networkClickIds, agent, userAgent, country = '' } = request;
  const referrerHost = referrerHostOf(request.referrer, url.hostname);
  const landing = { campaign, hasOwnCampaign, referrerHost };
  const signals = signalsOf({
    // Only traffic rules name networks of the staff, and no account has any.
    isInternalNetwork: false,
    isInternalVisitor: request.isInternalVisitor,
    isPreviewHost: isPreviewHost(url.hostname, request.isLive),
    isBot: agent.isBot,
    userAgent,
    isWebdriver: request.isWebdriver,
    isPrefetch: request.isPrefetch,
  });
  return {
    ...givenOf(source),
    ...(referrerHost && { referrerHost }),
    landingPath: pathOf(request.landingPage),
    // Two letters that stand for no country: unknown, and the anonymous network Tor.
    country: /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : 'unknown',
    device: agent.device,
    browser: agent.browser,
    ...channelOf(clickSourceOf(source, landing, networkClickIds)),
    ...(hasOwnCampaign && { hasOwnCampaign: true as const }),
    traffic: trafficOf(signals),
    ...(signals.length > 0 && { signals }),
  };
}

/** Facts of any click, of one from before them too: texts are empty and `unknown` where nothing is stored. */
export function shownFacts(click: StoredClick) {
  const older = click.channel === undefined ? channelOfOlderClick(click) : undefined;
  return {
    source: click.source ?? '',
    medium: click.medium ?? '',
    term: click.term ?? '',
    content: click.content ?? '',
    referrer_host: click.referrerHost ?? '',
    landing_path: click.landingPath ?? '',
    country: click.country ?? 'unknown',
    device: click.device ?? ('unknown' as const),
    browser: click.browser ?? 'unknown',
    channel: click.channel ?? older?.channel ?? ('unknown' as const),
    paid: click.paid ?? older?.paid ?? false,
    rule: click.rule ?? older?.rule ?? 'unknown',
    traffic: click.traffic ?? ('unknown' as const),
    signals: click.signals ?? [],
  };
}
export type ShownFacts = ReturnType<typeof shownFacts>;

/** A click as it is stored, with or without facts. */
export type StoredClick = Partial<ClickFacts> & {
  campaign: string;
  networkClickIds?: Readonly<Record<string, string>>;
};

const givenOf = (source: LandingSource): Partial<LandingSource> =>
  Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));

const pathOf = (landingPage: string): string =>
  landingPage
    .replace(/^https?:\/\/[^/]*/, '')
    .slice(0, maxFactLength)
    .toWellFormed() || '/';
