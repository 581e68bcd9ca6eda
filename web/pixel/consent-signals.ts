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
type ConsentListener = (isGiven: boolean, from: string) => void;

const recheckMs = 500;
const maxWaitMs = 10_000;

/**
 * Reads the visitor's consent from IAB TCF 2 or Google's consent mode, and calls `onConsent` on each change. The
 * returned function reads the current answer at once.
 */
export function observeConsent(onConsent: ConsentListener): () => void {
  const page = window as Page;
  // A consent platform may load after this script.
  let hasTcf = observeTcf(page, onConsent);
  const retry = () => {
    hasTcf = observeTcf(page, onConsent);
  };
  if (!hasTcf) addEventListener('load', retry, { once: true });
  return observeConsentMode(page, onConsent, () => hasTcf);
}

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
 * `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. If `hasTcf`, a
 * default grants nothing, because the TCF platform knows the visitor's answer.
 */
function observeConsentMode(page: Page, onConsent: ConsentListener, hasTcf: () => boolean): () => void {
  const [defaults, regional, answers]: Record<string, unknown>[] = [{}, {}, {}];
  const seen = new WeakSet<object>();
  let waitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (entry: unknown) => {
    if (!entry || typeof entry !== 'object' || seen.has(entry)) return false;
    seen.add(entry);
    const [name, kind, values] = Array.from(entry as ArrayLike<unknown>);
    if (name !== 'consent' || !values) return false;
    const { region, wait_for_update, ...states } = values as Record<string, unknown>;
    if (kind === 'update') Object.assign(answers, states);
    // The page does not know its visitor's region, so a refusal of any region holds until an answer.
    else if (region)
      Object.assign(
        regional,
        Object.fromEntries(Object.entries(states).filter(([, state]) => state === 'denied')),
      );
    else Object.assign(defaults, states);
    waitMs = Math.max(waitMs, Math.min(Number(wait_for_update) || 0, maxWaitMs));
    return true;
  };
  const isGranted = () => {
    const { ad_storage, ad_user_data } = { ...defaults, ...regional, ...answers };
    return ad_storage === 'granted' && ad_user_data !== 'denied';
  };
  const decide = () => {
    clearTimeout(timer);
    // A default that denies is the state before the answer, not a refusal.
    const isDenied = answers.ad_storage === 'denied' || answers.ad_user_data === 'denied';
    if (isDenied || (isGranted() && (answers.ad_storage || answers.ad_user_data)))
      return onConsent(isGranted(), 'consent mode');
    // The next call of the page can be a default for a region, or the answer.
    timer = setTimeout(() => isGranted() && !hasTcf() && onConsent(true, 'consent mode'), waitMs);
  };
  page.dataLayer ??= [] as unknown[];
  let observedLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = () => {
    const layer = page.dataLayer;
    if (!layer) return;
    if (Array.from(layer).filter(take).length > 0) decide();
    const { push } = layer;
    if (layer === observedLayer || !push) return;
    observedLayer = layer;
    layer.push = (...entries) => {
      if (entries.filter(take).length > 0) decide();
      return push.apply(layer, entries);
    };
  };
  const lookQuietly = () => void quietly(look);
  lookQuietly();
  setInterval(lookQuietly, recheckMs);
  return lookQuietly;
}
