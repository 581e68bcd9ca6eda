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
 * user agent is stored. One attribute of the click holds all of them: V8 is slow with objects of more than 16 names.
 */
export type ClickFacts = Partial<LandingSource> & {
  /** Host of the page before. */
  referrerHost?: string;
  /** Absent once the click is erased. */
  landingPath?: string;
  /** ISO 3166-1 alpha-2. Absent when it is not known, as device and browser. */
  country?: string;
  device?: Device;
  browser?: string;
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
  const traffic = trafficOf(signals);
  const { channel, paid, rule } = channelOf(clickSourceOf(source, landing, networkClickIds));
  const { device, browser } = agent;
  // By hand: each click pays for a copy of its facts, and for each that is empty.
  const facts: ClickFacts = { landingPath: pathOf(request.landingPage), channel, paid, rule, traffic };
  for (const name of sourceNames) if (source[name]) facts[name] = source[name];
  if (referrerHost) facts.referrerHost = referrerHost;
  // Two letters that stand for no country: unknown, and the anonymous network Tor.
  if (/^[A-Z]{2}$/.test(country) && country !== 'XX') facts.country = country;
  if (device !== 'unknown') facts.device = device;
  if (browser !== 'unknown') facts.browser = browser;
  if (hasOwnCampaign) facts.hasOwnCampaign = true;
  if (signals.length > 0) facts.signals = signals;
  return facts;
}

/** Facts of any click, of one from before them too: texts are empty and `unknown` where nothing is stored. */
export function shownFacts(click: StoredClick) {
  const facts: Partial<ClickFacts> = click.facts ?? channelOfOlderClick(click);
  return {
    source: facts.source ?? '',
    medium: facts.medium ?? '',
    term: facts.term ?? '',
    content: facts.content ?? '',
    referrer_host: facts.referrerHost ?? '',
    landing_path: facts.landingPath ?? '',
    country: facts.country ?? 'unknown',
    device: facts.device ?? ('unknown' as const),
    browser: facts.browser ?? 'unknown',
    channel: facts.channel ?? ('unknown' as const),
    paid: facts.paid ?? false,
    rule: facts.rule ?? 'unknown',
    traffic: facts.traffic ?? ('unknown' as const),
    signals: facts.signals ?? [],
  };
}
export type ShownFacts = ReturnType<typeof shownFacts>;

/** A click as it is stored, with or without facts. */
export type StoredClick = {
  facts?: ClickFacts;
  campaign: string;
  networkClickIds?: Readonly<Record<string, string>>;
};

const sourceNames = [
  'source',
  'medium',
  'term',
  'content',
] as const satisfies readonly (keyof LandingSource)[];

const pathOf = (landingPage: string): string => {
  const start = landingPage.indexOf('/', landingPage.indexOf('//') + 2);
  return start < 0 ? '/' : landingPage.slice(start, start + maxFactLength).toWellFormed();
};
