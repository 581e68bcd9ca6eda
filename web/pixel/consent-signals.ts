import { quietly } from './kept-click.ts';

type TcData = {
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<number, boolean>; legitimateInterests?: Record<number, boolean> };
};
type Page = {
  dataLayer?: ArrayLike<unknown> & { push?(...entries: unknown[]): number };
  __tcfapi?: (command: string, version: 2, listener: (data: TcData | null, success: boolean) => void) => void;
};
type States = Record<string, unknown>;
type ConsentListener = (isGiven: boolean, from: string) => void;

const recheckMs = 500;

/**
 * Purpose 1 is storage on the device; purpose 7, measurement of advertising, also allows legitimate interest.
 */
function observeTcf({ __tcfapi: ask }: Page, onConsent: ConsentListener): boolean {
  ask?.('addEventListener', 2, (data, success) => {
    if (!success || !data || !/^(tcloaded|useractioncomplete)$/.test(data.eventStatus ?? '')) return;
    const { consents = {}, legitimateInterests = {} } = data.purpose ?? {};
    onConsent(
      data.gdprApplies === false || !!(consents[1] && (consents[7] || legitimateInterests[7])),
      'TCF',
    );
  });
  return !!ask;
}

/**
 * Reads the visitor's consent from IAB TCF 2 or Google's consent mode, and calls `onConsent` on each change. The
 * returned function reads the current answer at once. `gtag('consent', 'default' | 'update', {…})` puts its
 * arguments into the data layer. Beside a TCF platform, which knows the visitor's answer, a default grants nothing.
 */
export function observeConsent(onConsent: ConsentListener): () => void {
  const page = window as Page;
  let hasTcf = false;
  const defaults: States = {};
  const regional: States = {};
  const answers: States = {};
  const seen = new WeakSet<object>();
  let waitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A default that denies is the state before the answer, not a refusal. */
  const decide = (isLate?: 1) => {
    const { ad_storage, ad_user_data } = { ...defaults, ...regional, ...answers };
    const isGranted = ad_storage === 'granted' && ad_user_data !== 'denied';
    const states = Object.values(answers);
    const isDecided = states[0]
      ? !isLate && (isGranted || states.includes('denied'))
      : isLate && isGranted && !hasTcf;
    if (isDecided) onConsent(isGranted, 'consent mode');
  };
  const take = (entry: unknown) => {
    if (Object(entry) !== entry || seen.has(entry as object)) return;
    seen.add(entry as object);
    const [name, kind, states] = Array.from(entry as ArrayLike<unknown>) as [unknown, unknown, States?];
    if (name !== 'consent' || !states) return;
    // The page does not know its visitor's region, so a refusal of any region holds until an answer.
    const target = kind === 'update' ? answers : states.region ? regional : defaults;
    for (const name of ['ad_storage', 'ad_user_data'])
      if (target === regional ? states[name] === 'denied' : states[name]) target[name] = states[name];
    waitMs = Math.max(waitMs, (states.wait_for_update as number) | 0);
    decide();
    // The next call of the page can be a default for a region, or the answer.
    clearTimeout(timer);
    timer = setTimeout(decide, waitMs, 1);
  };
  page.dataLayer ??= [] as unknown[];
  let observedLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = () => {
    // A consent platform may load after this script.
    hasTcf ||= observeTcf(page, onConsent);
    const layer = page.dataLayer;
    if (!layer) return;
    Array.from(layer).forEach(take);
    const { push } = layer;
    if (layer === observedLayer || !push) return;
    observedLayer = layer;
    layer.push = (...entries) => {
      entries.forEach(take);
      return push.apply(layer, entries);
    };
  };
  const lookQuietly = () => void quietly(look);
  lookQuietly();
  setInterval(lookQuietly, recheckMs);
  return lookQuietly;
}
