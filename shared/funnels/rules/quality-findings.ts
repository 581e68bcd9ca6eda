import { enough, type Finding, percent, rate } from './funnel.ts';
import type { Quality, Volumes } from './quality.ts';

const unmatchedNotable = 0.1;
const unmatchedMost = 0.5;
/** In a small shop, fewer unmatched events reach a notable share by chance. */
const unmatchedLeast = 10;
const rejectedLeast = 5;
/** Retries are under 1 % on good networks, slightly more for batch jobs. */
const normalDuplicates = 0.05;
/** A client with so many duplicates treats answers as failures or repeats jobs. */
const manyDuplicates = 0.2;
/** If 1 % of events lack a currency, a sum is wrong. */
const currencyNotable = 0.01;
/** In a small shop, a single event without a currency is a momentary mistake. */
const currencyLeast = 2;
const rejectedNotable = 0.01;
const rejectedMost = 0.2;

const reasons: Record<string, string> = {
  unknown_svc_click_id:
    'name a click ID that is not known. Read the svc_sid cookie on your server when the order is placed and send it unchanged. A blocked pixel and a made-up ID have the same effect.',
  expired_svc_click_id:
    "name a click that is older than its window. If your customers decide slowly, raise click_window_days in the pixel's settings.",
  no_ad_click: 'come from visits without an ad. If an ad brought them, its links lack svc_campaign or utm_campaign.',
  unreadable_svc_click_id:
    'name a click ID that cannot be read: the cookie was cut or changed on its way. Use clickFrom of the package, or send the cookie unchanged.',
  no_click_id:
    'name no click ID. Read the svc_sid cookie and send it as svc_click_id, or send external_user_id so that they can be linked to an earlier click of the same user.',
};

const rejections: Record<string, string> = {
  validation_failed: 'a field is missing or wrong',
  click_id_out_of_scope: 'the click is of another pixel key than the secret key may use',
  properties_too_large: 'the properties are too large',
  not_stored: 'another event of the batch is wrong',
};

/** Fewer days with very late events suggest an import of old orders. */
const backlogDays = 3;

export const qualityFindings = (quality: Quality, volumes: Volumes): Finding[] => [
  ...unmatchedFindings(quality, volumes),
  ...currencyFinding(quality, volumes),
  ...delayFinding(quality, volumes),
  ...duplicateFinding(quality, volumes),
  ...rejectedFindings(quality, volumes),
  ...lateFinding(quality, volumes),
];

function unmatchedFindings({ unmatched_by_reason }: Quality, { accepted, creditedByUser }: Volumes): Finding[] {
  if (accepted < enough) return [];
  return Object.entries(unmatched_by_reason).flatMap(([reason, arrived]) => {
    const count = arrived - (creditedByUser[reason] ?? 0);
    const share = rate(count, accepted);
    if (share < unmatchedNotable || count < unmatchedLeast) return [];
    const isOurs = reason === 'unknown_svc_click_id' || reason === 'unreadable_svc_click_id';
    return [
      {
        code: 'unmatched',
        severity: isOurs ? (share >= unmatchedMost ? 'critical' : 'warning') : 'info',
        message: `${percent(share)} of events are not attributed to an ad because they ${reasons[reason] ?? `have the reason ${reason}.`}`,
        facts: { reason, count, share },
        log: { outcome: 'unmatched', reason },
      },
    ];
  });
}

function currencyFinding({ missing_currency_rate: share }: Quality, { accepted, withoutCurrency: count }: Volumes): Finding[] {
  if (share === null || accepted < enough || share < currencyNotable || count < currencyLeast) return [];
  return [
    {
      code: 'missing_currency',
      severity: 'warning',
      message: `${percent(share)} of events with a value have no currency and are counted as USD. Send currency with every value.`,
      facts: { count, share },
      log: {},
    },
  ];
}

function delayFinding({ delay: { p50, p95 } }: Quality, { accepted, lateDays }: Volumes): Finding[] {
  if (!p50 || !p95 || accepted < enough) return [];
  const slow = ['24h', '7d', 'more'].includes(p50);
  if (!slow && p95 !== 'more') return [];
  return [
    {
      code: 'late_events',
      severity: p95 === 'more' && lateDays >= backlogDays ? 'warning' : 'info',
      message:
        p95 === 'more'
          ? 'More than 5 % of events arrive over 7 days after they happened. If their click has already expired, they are not attributed. Send events when they happen.'
          : 'Half of the events arrive more than an hour after they happened, so reports of recent days keep changing. Send events when they happen.',
      facts: { p50, p95, days_with_late_events: lateDays },
      log: {},
    },
  ];
}

function duplicateFinding({ duplicate_rate: share }: Quality, { accepted, duplicates }: Volumes): Finding[] {
  if (share === null || accepted + duplicates < enough || duplicates === 0) return [];
  const [normal, many] = [share <= normalDuplicates, share > manyDuplicates];
  return [
    {
      code: 'duplicates',
      severity: many ? 'warning' : 'info',
      message: normal
        ? `${percent(share)} of events are repeats, which is normal for retries. Each event counts once.`
        : `${percent(share)} of events are repeats; up to ${percent(normalDuplicates)} is normal. Each event counts once, but your client may treat 202 as a failure or run a job twice.`,
      facts: { share, count: duplicates },
      log: { outcome: 'duplicate' },
    },
  ];
}

function rejectedFindings({ rejected_by_code }: Quality, { accepted, rejected }: Volumes): Finding[] {
  const sentEvents = accepted + rejected;
  if (sentEvents < enough) return [];
  return Object.entries(rejected_by_code).flatMap(([code, count]) => {
    const share = rate(count, sentEvents);
    if (share < rejectedNotable || count < rejectedLeast) return [];
    return [
      {
        code: 'rejected',
        severity: share >= rejectedMost ? ('critical' as const) : ('warning' as const),
        message: `${percent(share)} of events were rejected: ${rejections[code] ?? `the code is ${code}`}. They are not stored and not counted. The event log shows the reason of each; fix and replay them there.`,
        facts: { rejected_code: code, count, share },
        log: { outcome: 'rejected' as const },
      },
    ];
  });
}

/** A match by user does not depend on the pixel's load time, so it is no late load. */
function lateFinding({ late_matches, unmatched_by_reason }: Quality, { accepted, creditedByUser }: Volumes): Finding[] {
  const byClick = late_matches - Object.values(creditedByUser).reduce((sum, count) => sum + count, 0);
  const share = rate(byClick, accepted);
  if (accepted < enough || share < unmatchedNotable) return [];
  return [
    {
      code: 'late_matches',
      severity: 'info',
      message: `${percent(share)} of events arrived before their click and were matched afterwards. Nothing is lost. Load the pixel earlier on the page.`,
      facts: { count: byClick, share, unknown: unmatched_by_reason.unknown_svc_click_id ?? 0 },
      log: { outcome: 'matched' },
    },
  ];
}
