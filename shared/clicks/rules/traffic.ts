import { inWords } from '#shared/values/number-texts.ts';
import { flood, interactionMinutes, sharedId } from './limits.ts';

/** A click is `unknown` if it is older than verdicts, and counts as human. */
export const trafficKinds = ['human', 'bot', 'preview', 'internal', 'suspect', 'unknown'] as const;
export type Traffic = (typeof trafficKinds)[number];

export const trafficRules = {
  internal_network: { traffic: 'internal', when: 'the address belongs to a network of your staff' },
  internal_visitor: { traffic: 'internal', when: 'the page called svc.internal(true)' },
  preview_host: { traffic: 'internal', when: 'the landing page is a preview or a private host' },
  counted_event: { traffic: 'human', when: 'a counted event names the click' },
  bot_user_agent: { traffic: 'bot', when: 'the user agent is of a crawler or another bot' },
  no_user_agent: { traffic: 'bot', when: 'the request names no user agent' },
  webdriver: { traffic: 'bot', when: 'a program drives the browser (navigator.webdriver)' },
  prefetch: { traffic: 'preview', when: 'the browser loaded the page before anybody opened it' },
  data_centre: {
    traffic: 'bot',
    when: `the address belongs to a data centre, and nobody scrolled, pointed or typed within ${interactionMinutes} minutes`,
  },
  shared_click_id: {
    traffic: 'suspect',
    when: `the click ID of an ad network came from ${inWords(sharedId.networks)} networks or more within ${sharedId.hours} hours`,
  },
  click_flood: {
    traffic: 'suspect',
    when: `${flood.clicks} clicks or more of one network and ad came within ${inWords(flood.minutes)} minutes, and nobody scrolled, pointed or typed`,
  },
} as const satisfies Record<string, { traffic: Traffic; when: string }>;

export type TrafficSignal = keyof typeof trafficRules;
export const trafficSignals = Object.keys(trafficRules) as [TrafficSignal, ...TrafficSignal[]];

export type Visit = {
  isInternalNetwork: boolean;
  isInternalVisitor: boolean;
  isPreviewHost: boolean;
  isBot: boolean;
  userAgent: string;
  isWebdriver: boolean;
  isPrefetch: boolean;
};

export const lateSignals = ['counted_event', 'data_centre', 'shared_click_id', 'click_flood'] as const;
export type LateSignal = (typeof lateSignals)[number];
/** A worker decides about candidate clicks half an hour later. */
export type CandidateSignal = Exclude<LateSignal, 'counted_event'>;

/** A signal is stored even if its rule is off, because the rule can be switched on later. */
export function signalsOf(visit: Visit): TrafficSignal[] {
  const fired: Record<Exclude<TrafficSignal, LateSignal>, boolean> = {
    internal_network: visit.isInternalNetwork,
    internal_visitor: visit.isInternalVisitor,
    preview_host: visit.isPreviewHost,
    bot_user_agent: visit.isBot,
    no_user_agent: visit.userAgent.trim() === '',
    webdriver: visit.isWebdriver,
    prefetch: visit.isPrefetch,
  };
  return trafficSignals.filter((signal) => fired[signal as keyof typeof fired]);
}

export type Verdict = { traffic: Traffic; trafficRule?: TrafficSignal };

/** The verdict depends only on the signals and the rules, so each change of rules can be undone. */
export function verdictOf(signals: readonly TrafficSignal[], rulesOff: readonly TrafficSignal[] = []): Verdict {
  const decisive = trafficSignals.find((signal) => signals.includes(signal) && !rulesOff.includes(signal));
  return decisive ? { traffic: trafficRules[decisive].traffic, trafficRule: decisive } : { traffic: 'human' };
}

export const trafficOf = (signals: readonly TrafficSignal[], rulesOff: readonly TrafficSignal[] = []): Traffic =>
  verdictOf(signals, rulesOff).traffic;

export const withSignals = (signals: readonly TrafficSignal[], more: readonly TrafficSignal[]): TrafficSignal[] =>
  trafficSignals.filter((signal) => signals.includes(signal) || more.includes(signal));
