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

/**
 * Reads the visitor's consent from IAB TCF 2 or Google's consent mode, and calls `onConsent` on each change. The
 * returned function reads the current answer at once.
 */
export function observeConsent(onConsent: ConsentListener): () => void {
  const page = window as Page;
  // A consent platform may load after this script.
  if (!observeTcf(page, onConsent))
    addEventListener('load', () => void observeTcf(page, onConsent), { once: true });
  return observeConsentMode(page, onConsent);
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

/** `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. */
function observeConsentMode(page: Page, onConsent: ConsentListener): () => void {
  const defaults: Record<string, unknown> = {};
  const answers: Record<string, unknown> = {};
  const seen = new WeakSet<object>();
  const take = (entry: unknown) => {
    if (!entry || typeof entry !== 'object' || seen.has(entry)) return;
    seen.add(entry);
    const [name, kind, values] = Array.from(entry as ArrayLike<unknown>);
    // A default for some regions does not apply to every visitor.
    if (name !== 'consent' || !values || (kind !== 'update' && (values as { region?: unknown }).region))
      return;
    Object.assign(kind === 'update' ? answers : defaults, values);
    const { ad_storage, ad_user_data } = { ...defaults, ...answers };
    const isGranted = ad_storage === 'granted' && ad_user_data !== 'denied';
    // A default that denies is the state before the answer, not a refusal.
    const isDenied = answers.ad_storage === 'denied' || answers.ad_user_data === 'denied';
    if (isGranted || isDenied) onConsent(isGranted, 'consent mode');
  };
  page.dataLayer ??= [] as unknown[];
  let observedLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = () => {
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
