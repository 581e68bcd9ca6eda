import { quietly } from './kept-click.ts';

/** Google's names. The first purpose decides about storing, the other two about networks of ads. */
export const purposes = ['ad_storage', 'ad_user_data', 'ad_personalization'] as const;
export type Purpose = (typeof purposes)[number];

type TcData = {
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<number, boolean>; legitimateInterests?: Record<number, boolean> };
};
type Shopify = { marketingAllowed(): boolean; saleOfDataAllowed(): boolean; currentVisitorConsent(): { marketing: string } };
type Page = {
  dataLayer?: ArrayLike<unknown> & { push?(...entries: unknown[]): number };
  __tcfapi?: (command: string, version: 2, listener: (data: TcData | null, success: boolean) => void) => void;
  Shopify?: { customerPrivacy?: Shopify };
  wp_has_consent?: (category: string) => boolean;
  wp_consent_type?: string;
  wp_fallback_consent_type?: string | false;
  waitfor_consent_hook?: unknown;
};
type ConsentListener = (purpose: Purpose, isGiven: boolean, origin: string, isAnswer: boolean) => void;
type Statement = (origin: string, answers: number[], isRepeated?: unknown) => void;
type Values = Record<string, unknown>;

/**
 * A platform says this of a purpose. Of several platforms the highest number decides, so a refusal does, because it is
 * unknown which platform has the visitor's choice. A default is the page's rule for visitors who have not answered, and
 * does not count while a platform still asks. Odd numbers give consent.
 */
const unknown = 0;
const byDefault = 1;
const asked = 2;
const granted = 3;
const denied = 4;

const recheckMs = 500;

/**
 * Reads the visitor's consent from the consent platforms of the page, and calls `onConsent` on each change. The
 * returned function reads the current answers at once.
 */
export function observeConsent(onConsent: ConsentListener): () => void {
  const page = window as Page;
  /** The answers to the three purposes, by platform. */
  const answersOf: Record<string, number[]> = {};
  const decided: number[] = [];
  const state: Statement = (origin, answers, isRepeated) => {
    const before = answersOf[origin] ?? [];
    answersOf[origin] = answers;
    purposes.forEach((purpose, index) => {
      const answer = answers[index] as number;
      const decision = Math.max(...Object.values(answersOf).map((each) => each[index] as number));
      // A repeated default does not replace what the page itself has said since.
      if ((decision ^ (decided[index] as number)) & 1 || (answer > asked && (isRepeated || answer !== before[index])))
        onConsent(purpose, decision % 2 > 0, origin, decision > asked);
      decided[index] = decision;
    });
  };
  const answerOf = (isGiven: unknown) => (isGiven ? granted : denied);
  /** A platform that says what is allowed says so by the visitor's answer, or by the rule of the region. */
  const stateAllowed = (origin: string, isRepeated: unknown, isAllowed: boolean, isAnswered: unknown, isSaleRefused?: boolean) => {
    const answer = isAnswered ? answerOf(isAllowed) : isAllowed ? byDefault : unknown;
    const ads = isSaleRefused ? denied : answer;
    state(origin, [answer, ads, ads], isRepeated);
  };
  const lookAtLayer = observeConsentMode(page, state);
  /** An event of a platform repeats its answer. */
  const look = (event?: Event) =>
    void quietly(() => {
      lookAtLayer();
      const { __tcfapi: ask, wp_has_consent: hasConsent } = page;
      if (ask && !answersOf.tcf) {
        answersOf.tcf = [asked, asked, asked];
        ask('addEventListener', 2, (data, success) => {
          if (!data || !/^(tcloaded|useractioncomplete)$/.test(`${success && data.eventStatus}`)) return;
          const { consents = {}, legitimateInterests = {} } = data.purpose ?? {};
          // Purpose 1 is storage on the device; 7, measurement of advertising, also allows legitimate interest; 3 and 4
          // are personalised advertising.
          const measured = answerOf(consents[1] && (consents[7] || legitimateInterests[7]));
          const answers = [measured, measured, answerOf(consents[3] && consents[4])];
          // Where the GDPR does not apply, the platform has asked nothing.
          state('tcf', data.gdprApplies === false ? [byDefault, unknown, unknown] : answers, true);
        });
      }
      const shopify = page.Shopify?.customerPrivacy;
      if (shopify)
        stateAllowed('shopify', event, shopify.marketingAllowed(), shopify.currentVisitorConsent().marketing, !shopify.saleOfDataAllowed());
      // Without a type of consent, the WP Consent API allows everything, because no plugin asks.
      if (hasConsent && (page.wp_consent_type ?? (!page.waitfor_consent_hook && page.wp_fallback_consent_type)))
        stateAllowed('wp_consent_api', event, hasConsent('marketing'), document.cookie.includes('wp_consent_marketing='));
    });
  look();
  // A platform may load after this script.
  setInterval(look, recheckMs);
  for (const name of ['visitorConsentCollected', 'wp_listen_for_consent_change']) document.addEventListener(name, look);
  return look;
}

/** `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. */
function observeConsentMode(page: Page, state: Statement): () => void {
  /** The defaults by region. The rules for all regions have an empty name. */
  const defaults: Record<string, Values> = { '': {} };
  const updates: Values = {};
  const seen = new WeakSet<object>();
  /** The page expects an update within the time of so many defaults. */
  let waiting = 0;
  const answerTo = (name: string, other = '') => {
    const choices = [updates[name], updates[other]];
    // The visitor's country is unknown here, so the rules of every region need to grant.
    const isGranted = Object.values(defaults).every((regional) => {
      const rules: Values = { ...defaults[''], ...regional, ...updates };
      return rules[name] === 'granted' && rules[other] !== 'denied';
    });
    // A default that denies is the state before the answer, not a refusal.
    if (choices.includes('denied')) return denied;
    if (!isGranted) return unknown;
    return choices.some(Boolean) ? granted : waiting ? unknown : byDefault;
  };
  // Storing needs that the use of the visitor's data is not denied.
  const answers = () => purposes.map((name, index) => answerTo(name, index ? '' : purposes[1]));
  const report = (isRepeated?: boolean) => state('consent_mode', answers(), isRepeated);
  const take = (entry: unknown) => {
    if (Object(entry) !== entry || seen.has(entry as object)) return;
    seen.add(entry as object);
    const [name, kind, values] = Array.from(entry as ArrayLike<unknown>) as [unknown, unknown, Values?];
    if (name !== 'consent' || !values) return;
    if (kind === 'update') Object.assign(updates, values);
    if (kind === 'default') {
      for (const region of [values.region ?? ''].flat() as string[]) defaults[region] = { ...defaults[region], ...values };
      waiting++;
      // A page states several defaults one after the other, so all are read before they count.
      setTimeout(() => {
        waiting--;
        report();
      }, Number(values.wait_for_update) || 0);
    }
    return kind;
  };
  page.dataLayer ??= [] as unknown[];
  let observedLayer: Page['dataLayer'];
  /** A page may replace the layer, or write to it without its `push`. */
  const look = (...entries: unknown[]) => {
    const layer = page.dataLayer;
    if ([...Array.from(layer ?? []), ...entries].map(take).includes('update')) report(true);
    const push = layer?.push;
    if (layer === observedLayer || !push) return;
    observedLayer = layer;
    layer.push = (...pushed) => {
      look(...pushed);
      return push.apply(layer, pushed);
    };
  };
  return look;
}
