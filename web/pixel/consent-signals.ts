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
type Heard = (given: boolean, from: string) => void;

const lookAgainMs = 500;

/**
 * Reads the visitor's consent from IAB TCF 2 or Google's consent mode, and calls `heard` on each change. The
 * returned function reads the current answer at once.
 */
export function hearConsent(heard: Heard): () => void {
  const page = window as Page;
  // A consent platform may load after this script.
  if (!hearTcf(page, heard)) addEventListener('load', () => void hearTcf(page, heard), { once: true });
  return hearConsentMode(page, heard);
}

/**
 * Purpose 1 is storage on the device; purpose 7, measurement of advertising, also allows legitimate interest.
 */
function hearTcf({ __tcfapi: ask }: Page, heard: Heard): boolean {
  ask?.('addEventListener', 2, (data, success) => {
    if (!success || !data || !/^(tcloaded|useractioncomplete)$/.test(data.eventStatus ?? '')) return;
    const { consents = {}, legitimateInterests = {} } = data.purpose ?? {};
    heard(data.gdprApplies === false || !!(consents[1] && (consents[7] || legitimateInterests[7])), 'TCF');
  });
  return !!ask;
}

/** `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. */
function hearConsentMode(page: Page, heard: Heard): () => void {
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
    if (isGranted || isDenied) heard(isGranted, 'consent mode');
  };
  page.dataLayer ??= [] as unknown[];
  let heardLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = () => {
    const layer = page.dataLayer;
    if (!layer) return;
    Array.from(layer).forEach(take);
    const { push } = layer;
    if (layer === heardLayer || !push) return;
    heardLayer = layer;
    layer.push = (...entries) => {
      entries.forEach(take);
      return push.apply(layer, entries);
    };
  };
  const lookQuietly = () => void quietly(look);
  lookQuietly();
  setInterval(lookQuietly, lookAgainMs);
  return lookQuietly;
}
