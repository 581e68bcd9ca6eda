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
/** A `default` is the page's rule for visitors who have not answered. */
type Answer = boolean | 'default' | undefined;
type ConsentListener = (isGiven: boolean, from: string, isAnswer: boolean) => void;
type Values = Record<string, unknown>;

const recheckMs = 500;

/**
 * Reads the visitor's consent from IAB TCF 2 or Google's consent mode, and calls `onConsent` on each change. The
 * returned function reads the current answer at once.
 */
export function observeConsent(onConsent: ConsentListener): () => void {
  const page = window as Page;
  let isAsked = false;
  let tcf: Answer;
  let mode: Answer;
  let isGranted = false;
  /** The stricter of two platforms decides, because it is unknown which of them has the visitor's choice. */
  const decide = (answer: Answer, from: string) => {
    const both = [tcf, mode];
    const isRefused = both.includes(false);
    const isAnswer = isRefused || both.includes(true);
    const isGiven = !isRefused && (isAnswer || !!tcf || (!!mode && !isAsked));
    // A repeated default does not replace what the page itself has said since.
    if (typeof answer === 'boolean' || isGiven !== isGranted) onConsent(isGiven, from, isAnswer);
    isGranted = isGiven;
  };
  const observePlatform = () => {
    isAsked ||= observeTcf(page, (answer) => {
      tcf = answer;
      decide(answer, 'TCF');
    });
  };
  observePlatform();
  // A consent platform may load after this script.
  addEventListener('load', observePlatform, { once: true });
  return observeConsentMode(page, (answer) => {
    mode = answer;
    decide(answer, 'consent mode');
  });
}

/**
 * Purpose 1 is storage on the device; purpose 7, measurement of advertising, also allows legitimate interest.
 */
function observeTcf({ __tcfapi: ask }: Page, onAnswer: (answer: Answer) => void): boolean {
  ask?.('addEventListener', 2, (data, success) => {
    if (!success || !data || !/^(tcloaded|useractioncomplete)$/.test(data.eventStatus ?? '')) return;
    const { consents = {}, legitimateInterests = {} } = data.purpose ?? {};
    onAnswer(data.gdprApplies === false ? 'default' : !!(consents[1] && (consents[7] || legitimateInterests[7])));
  });
  return !!ask;
}

/** `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. */
function observeConsentMode(page: Page, onAnswer: (answer: Answer) => void): () => void {
  /** The defaults by region. The rules for all regions have an empty name. */
  const defaults: Record<string, Values> = { '': {} };
  const answers: Values = {};
  const seen = new WeakSet<object>();
  let waitUntil = 0;
  const choices = () => [answers.ad_storage, answers.ad_user_data];
  const report = () => {
    // The visitor's country is unknown here, so the rules of every region need to grant.
    const isGranted = Object.values(defaults).every((regional) => {
      const { ad_storage, ad_user_data } = { ...defaults[''], ...regional, ...answers };
      return ad_storage === 'granted' && ad_user_data !== 'denied';
    });
    // A default that denies is the state before the answer, not a refusal.
    if (choices().includes('denied')) onAnswer(false);
    else if (!isGranted) onAnswer(undefined);
    else onAnswer(choices().some(Boolean) || (Date.now() < waitUntil ? undefined : 'default'));
  };
  const take = (entry: unknown) => {
    if (!entry || typeof entry !== 'object' || seen.has(entry)) return;
    seen.add(entry);
    const [name, kind, values] = Array.from(entry as ArrayLike<unknown>) as [unknown, unknown, Values?];
    if (name !== 'consent' || !values) return;
    if (kind === 'update') Object.assign(answers, values);
    if (kind === 'default') {
      for (const region of [values.region ?? ''].flat() as string[]) defaults[region] = { ...defaults[region], ...values };
      // The page expects an update within this time.
      const waitMs = Number(values.wait_for_update) || 0;
      waitUntil = Math.max(waitUntil, Date.now() + waitMs);
      // A page states several defaults one after the other, so all are read before they count.
      setTimeout(() => choices().some(Boolean) || report(), waitMs);
    }
    return kind;
  };
  page.dataLayer ??= [] as unknown[];
  let observedLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = () => {
    const layer = page.dataLayer;
    if (!layer) return;
    if (Array.from(layer, take).some(Boolean)) report();
    const { push } = layer;
    if (layer === observedLayer || !push) return;
    observedLayer = layer;
    layer.push = (...entries) => {
      if (entries.map(take).includes('update')) report();
      return push.apply(layer, entries);
    };
  };
  const lookQuietly = () => void quietly(look);
  lookQuietly();
  setInterval(lookQuietly, recheckMs);
  return lookQuietly;
}
