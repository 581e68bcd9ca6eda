import { enough, type Finding, percent, rate } from './funnel.ts';
import type { Quality, Volumes } from './funnel-quality.ts';

/** Shares of accepted events from which a reason is worth a look, and from which most of the attribution is lost. */
const unmatchedNotable = 0.1;
const unmatchedMost = 0.5;
/** Retries after lost answers: networks cost well under one in a hundred, batch jobs a little more. */
const normalDuplicates = 0.05;
/** So many repeats come from a client that takes an answer for a failure or sends the same job again. */
const manyDuplicates = 0.2;
/** One event in a hundred without its currency already falsifies a sum over currencies. */
const currencyNotable = 0.01;
const rejectedNotable = 0.01;
const rejectedMost = 0.2;

const reasons: Record<string, string> = {
  unknown_svc_click_id:
    'The click id sent is none of ours. Read the cookie svc_sid on your server when the order is made, and send it as it is; a blocked pixel or a made-up id ends here too.',
  expired_svc_click_id:
    'The click was older than its window. If people decide slowly, raise click_window_days in the settings of the pixel.',
  no_ad_click:
    'These visits did not come from an ad, so there is nothing to credit. If they did, their links lack svc_campaign or utm_campaign.',
};

/** What the quality of the events asks for. Silent where there are too few to say. */
export const qualityFindings = (quality: Quality, volumes: Volumes): Finding[] => [
  ...unmatchedFindings(quality, volumes),
  ...currencyFinding(quality, volumes),
  ...delayFinding(quality, volumes),
  ...duplicateFinding(quality, volumes),
  ...rejectedFindings(quality, volumes),
  ...lateFinding(quality, volumes),
];

function unmatchedFindings({ unmatched_by_reason }: Quality, { accepted }: Volumes): Finding[] {
  if (accepted < enough) return [];
  return Object.entries(unmatched_by_reason).flatMap(([reason, count]) => {
    const share = rate(count, accepted);
    if (share < unmatchedNotable) return [];
    const isOurs = reason === 'unknown_svc_click_id';
    return [
      {
        code: 'unmatched',
        // An organic or late visitor is an ordinary thing; an unknown click id is a fault.
        severity: isOurs ? (share >= unmatchedMost ? 'critical' : 'warning') : 'info',
        message:
          `${percent(share)} of events earned no ad its credit: ${reason}. ${reasons[reason] ?? ''}`.trim(),
        facts: { reason, count, share },
      },
    ];
  });
}

function currencyFinding({ missing_currency_rate: share }: Quality, { accepted }: Volumes): Finding[] {
  if (share === null || accepted < enough || share < currencyNotable) return [];
  return [
    {
      code: 'missing_currency',
      severity: 'warning',
      message: `${percent(share)} of events with a value name no currency and are counted as USD. Send currency with every value.`,
      facts: { share },
    },
  ];
}

function delayFinding({ delay: { p50, p95 } }: Quality, { accepted }: Volumes): Finding[] {
  if (!p50 || !p95 || accepted < enough) return [];
  const slow = ['24h', '7d', 'more'].includes(p50);
  if (!slow && p95 !== 'more') return [];
  return [
    {
      code: 'late_events',
      severity: p95 === 'more' ? 'warning' : 'info',
      message:
        p95 === 'more'
          ? 'More than one event in twenty arrives over 7 days after it happened: past the end of its click by then, it earns no credit. Send events when they happen.'
          : 'Half of the events arrive over an hour after they happened, so the reports of a day go on changing. Send events when they happen.',
      facts: { p50, p95 },
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
        ? `${percent(share)} of events are repeats, which is what retries look like. Each counts once.`
        : `${percent(share)} of events are repeats; up to ${percent(normalDuplicates)} is normal. Each counts once, but your client may take 202 for a failure or run a job twice.`,
      facts: { share, count: duplicates },
    },
  ];
}

function rejectedFindings({ rejected_by_code }: Quality, { accepted, rejected }: Volumes): Finding[] {
  const sent = accepted + rejected;
  if (sent < enough) return [];
  return Object.entries(rejected_by_code).flatMap(([code, count]) => {
    const share = rate(count, sent);
    if (share < rejectedNotable) return [];
    return [
      {
        code: 'rejected',
        severity: share >= rejectedMost ? ('critical' as const) : ('warning' as const),
        message: `${percent(share)} of what was sent was refused: ${code}. Nothing of it is counted. The event log shows each with its reason.`,
        facts: { rejected_code: code, count, share },
      },
    ];
  });
}

function lateFinding({ late_matches, unmatched_by_reason }: Quality, { accepted }: Volumes): Finding[] {
  const share = rate(late_matches, accepted);
  if (accepted < enough || share < unmatchedNotable) return [];
  return [
    {
      code: 'late_matches',
      severity: 'info',
      message: `${percent(share)} of events came before their click did and were matched afterwards. Nothing is lost; the pixel reports late, so load it early on the page.`,
      facts: { count: late_matches, share, unknown: unmatched_by_reason.unknown_svc_click_id ?? 0 },
    },
  ];
}
