import { enough, type Finding, type Funnel, type FunnelStep, funnelSteps, logOfStep, percent, rate } from './funnel.ts';

/** Orders without a checkout are from saved carts or from visits before the period. */
const wholeShare = 0.9;
/** Unlike page views and cart items, a checkout and an order happen once in a visit. */
const onceAVisit: readonly FunnelStep[] = ['checkout_started', 'order_created'];
/** The pixel sends a page view with each session; below this share, page views are blocked. */
const pageViewShare = 0.5;
/** If fewer visits than this come from ads, ads hardly run. Good shops have 3 %. */
const adShare = 0.02;

const whatToDo: Record<FunnelStep, string> = {
  sessions: 'Put the pixel on every landing page, and check that a consent banner does not block it.',
  page_views: 'Put the pixel on every page, and allow its origin in the Content-Security-Policy (connect-src).',
  items_added: 'Send items_added wherever something is added to the cart, or ignore this step.',
  checkout_started: 'Send checkout_started on every path into the checkout, including express buttons and the app.',
  order_created: 'Send order_created from your server when the payment is confirmed.',
};

export function gapFindings(funnel: Funnel): Finding[] {
  const { counts, sessions } = funnel;
  if (funnelSteps.every((step) => counts[step] === 0))
    return [
      {
        code: 'no_data',
        severity: 'info',
        message: 'Nothing arrived in this period. Put the pixel on your pages and send events from your server.',
        facts: {},
        log: null,
      },
    ];
  const blocked = pageViewFinding(counts);
  return [
    ...(blocked ? [blocked] : []),
    ...adFinding(counts, sessions),
    ...funnelSteps.flatMap((step, i) => (step === 'page_views' && blocked ? [] : stepGap(funnel, step, i))),
    ...funnelSteps.flatMap((step) => bothSources(funnel, step)),
  ];
}

function pageViewFinding({ sessions, page_views }: Funnel['counts']): Finding | null {
  if (sessions < enough || page_views >= sessions * pageViewShare) return null;
  const none = page_views === 0;
  return {
    code: none ? 'no_page_views' : 'page_views_missing',
    severity: none ? 'critical' : 'warning',
    message: `${none ? 'No page views arrive, but sessions do' : 'Fewer page views than sessions arrive'}: the events of the pixel are blocked. ${whatToDo.page_views}`,
    facts: { sessions, page_views },
    log: null,
  };
}

function adFinding({ page_views }: Funnel['counts'], { ad, organic }: Funnel['sessions']): Finding[] {
  const all = ad + organic;
  const share = rate(ad, all);
  if (page_views < enough || all < enough || share >= adShare) return [];
  return [
    {
      code: 'few_ad_sessions',
      severity: 'warning',
      message: `Only ${percent(share)} of sessions come from ads. If ads run, their links lack svc_campaign or utm_campaign, or a redirect drops the parameters.`,
      facts: { sessions: all, ad_sessions: ad, ad_share: share },
      log: null,
    },
  ];
}

/** A step smaller than a later step lacks events rather than visitors. */
function stepGap(funnel: Funnel, step: FunnelStep, place: number): Finding[] {
  const { counts } = funnel;
  const count = counts[step];
  const later = onceAVisit
    .filter((other) => funnelSteps.indexOf(other) > place)
    .reduce<FunnelStep | null>((largest, other) => (counts[other] > (largest ? counts[largest] : 0) ? other : largest), null);
  if (!later || counts[later] < enough || count >= counts[later] * wholeShare) return [];
  const log = logOfStep(funnel, step) ?? logOfStep(funnel, later);
  const facts = {
    step,
    count,
    later_step: later,
    later_count: counts[later],
    missing: counts[later] - count,
  };
  if (count > 0)
    return [
      {
        code: 'tracking_gap',
        severity: 'warning',
        message: `Tracking gap: ${step} (${count}) is smaller than ${later} (${counts[later]}), which follows it. ${whatToDo[step]}`,
        facts: { ...facts, recorded: 'partly' },
        log,
      },
    ];
  return [
    {
      code: 'tracking_gap',
      severity: step === 'items_added' ? 'info' : 'critical',
      message: `Tracking gap: ${step} is not recorded at all, but ${later} is (${counts[later]}). ${whatToDo[step]}`,
      facts: { ...facts, recorded: 'not_at_all' },
      log,
    },
  ];
}

function bothSources({ sources }: Pick<Funnel, 'sources'>, step: FunnelStep): Finding[] {
  const { browser, server } = sources[step];
  if (Math.min(browser, server) < enough) return [];
  return [
    {
      code: 'counted_from_two_sources',
      severity: 'info',
      message: `${step} arrives from browsers (${browser}) and from your server (${server}), and the report adds both up. If both report the same acts, send it from one of them.`,
      facts: { step, browser, server },
      log: { eventType: step },
    },
  ];
}
