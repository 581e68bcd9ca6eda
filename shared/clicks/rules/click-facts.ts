import type { Channel } from './channels.ts';
import { channelOf } from './classify.ts';
import type { ClickRules } from './click-rules.ts';
import { clickSourceOf, type LandingSource, maxFactLength } from './landing-source.ts';
import { channelOfOlderClick } from './older-clicks.ts';
import { isPreviewHost } from './preview-hosts.ts';
import { referrerHostOf } from './referrer.ts';
import { signalsOf, type Traffic, type TrafficSignal, verdictOf } from './traffic.ts';
import type { Device, UserAgentFacts } from './user-agent.ts';

/** Absent texts and lists are empty. V8 is slow with more than 16 names, so one attribute holds all facts. */
export type ClickFacts = Partial<LandingSource> & {
  referrerHost?: string;
  landingPath?: string;
  /** The country code is ISO 3166-1 alpha-2. Facts that are unknown are absent. */
  country?: string;
  device?: Device;
  browser?: string;
  channel: Channel;
  paid: boolean;
  rule: string;
  hasOwnCampaign?: true;
  traffic: Traffic;
  trafficRule?: TrafficSignal;
  signals?: TrafficSignal[];
  verify?: VerifyReason;
  interacted?: true;
  /** The network's hash is keyed and of its /24 or /56. A day's key is destroyed after 30 days. */
  network?: string;
};

/** A `crowd` is several clicks of one network and ad within some minutes. */
export type VerifyReason = 'data_centre' | 'crowd';

/** An erasure removes the listed facts. Reports keep channel, device and verdict, which identify no person. */
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

export type ClickRequest = {
  url: URL;
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
  isInternalNetwork: boolean;
  rules: ClickRules;
};

export function factsOf(request: ClickRequest): ClickFacts {
  const { url, source, hasOwnCampaign, campaign, networkClickIds, agent, userAgent, country = '' } = request;
  const { rules } = request;
  const referrerHost = referrerHostOf(request.referrer, url.hostname);
  const landing = { campaign, hasOwnCampaign, referrerHost };
  const signals = signalsOf({
    isInternalNetwork: request.isInternalNetwork,
    isInternalVisitor: request.isInternalVisitor,
    isPreviewHost: isPreviewHost(url.hostname, request.isLive),
    isBot: agent.isBot,
    userAgent,
    isWebdriver: request.isWebdriver,
    isPrefetch: request.isPrefetch,
  });
  const verdict = verdictOf(signals, rules.trafficRulesOff);
  const { channel, paid, rule } = channelOf(clickSourceOf(source, landing, networkClickIds), rules.channelRules, rules.channelVersion);
  const { device, browser } = agent;
  // Assignments are faster than a spread, which would copy each click and its empty facts.
  const facts: ClickFacts = { landingPath: pathOf(request.landingPage), channel, paid, rule, ...verdict };
  for (const name of sourceNames) if (source[name]) facts[name] = source[name];
  if (referrerHost) facts.referrerHost = referrerHost;
  // `XX` means unknown. The pattern excludes `T1`, the anonymous network Tor.
  if (/^[A-Z]{2}$/.test(country) && country !== 'XX') facts.country = country;
  if (device !== 'unknown') facts.device = device;
  if (browser !== 'unknown') facts.browser = browser;
  if (hasOwnCampaign) facts.hasOwnCampaign = true;
  if (signals.length > 0) facts.signals = signals;
  return facts;
}

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

export type StoredClick = {
  facts?: ClickFacts;
  campaign: string;
  networkClickIds?: Readonly<Record<string, string>>;
};

const sourceNames = ['source', 'medium', 'term', 'content'] as const satisfies readonly (keyof LandingSource)[];

const pathOf = (landingPage: string): string => {
  const start = landingPage.indexOf('/', landingPage.indexOf('//') + 2);
  return start < 0 ? '/' : landingPage.slice(start, start + maxFactLength).toWellFormed();
};
