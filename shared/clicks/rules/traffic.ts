/** An `unknown` click is older than this verdict, and counts as human. */
export const trafficKinds = ['human', 'bot', 'preview', 'internal', 'suspect', 'unknown'] as const;
export type Traffic = (typeof trafficKinds)[number];

/** The rules are in the order in which they decide. An account can switch off each rule. */
export const trafficRules = {
  internal_network: { traffic: 'internal', when: 'the address belongs to a network of your staff' },
  internal_visitor: { traffic: 'internal', when: 'the page called svc.internal(true)' },
  preview_host: { traffic: 'internal', when: 'the landing page is a preview or a private host' },
  bot_user_agent: { traffic: 'bot', when: 'the user agent is of a crawler or another program' },
  no_user_agent: { traffic: 'bot', when: 'the request names no user agent' },
  webdriver: { traffic: 'bot', when: 'a program drives the browser (navigator.webdriver)' },
  prefetch: { traffic: 'preview', when: 'the browser loaded the page before anybody opened it' },
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

/** A signal fires also if its rule is off, since rules can change later. */
export function signalsOf(visit: Visit): TrafficSignal[] {
  const fired: Record<TrafficSignal, boolean> = {
    internal_network: visit.isInternalNetwork,
    internal_visitor: visit.isInternalVisitor,
    preview_host: visit.isPreviewHost,
    bot_user_agent: visit.isBot,
    no_user_agent: visit.userAgent.trim() === '',
    webdriver: visit.isWebdriver,
    prefetch: visit.isPrefetch,
  };
  return trafficSignals.filter((signal) => fired[signal]);
}

export function trafficOf(
  signals: readonly TrafficSignal[],
  rulesOff: readonly TrafficSignal[] = [],
): Traffic {
  const decisive = trafficSignals.find((signal) => signals.includes(signal) && !rulesOff.includes(signal));
  return decisive ? trafficRules[decisive].traffic : 'human';
}
