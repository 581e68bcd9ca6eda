import { enough, type Finding, type Funnel, type FunnelStep, funnelSteps, logOfStep, percent, rate } from './funnel.ts';

const ordinaryDays = 3;
/** A comparison with two whole weeks weighs weekends correctly. */
const lookBackDays = 14;
/** Shops vary by a third between weekdays, so a low day is below this share. */
const lowDay = 0.6;
const fallen = 0.5;
/** The worst of some hundred windows is chosen, so it must exceed chance by four deviations. */
const beyondChance = 4;
const goesOn = 0.7;
/** Demand does not end in a day: below this share, events are no longer sent. */
const stopped = 0.05;
const coreShare = 0.7;
const apart = 3;
/** A drop must outlast a weekend. */
const dropDays = 3;
/** A drop is below this share of the first quartile of earlier days, so the end of a sale is none. */
const belowLowDays = 0.75;
/** A drop lasts, so it needs fewer deviations than a count. */
const dropDeviations = 3;
const dropOrdinaryDays = 7;

type Window = { from: number; to: number };

/** A low step before a normal step is a tracking gap; low steps to the end are a real drop. */
export function fallFindings(funnel: Funnel): Finding[] {
  const findings: Finding[] = [];
  let explained: Window | null = null;
  for (const [place, step] of funnelSteps.entries()) {
    const fall = fallOf(funnel.daily[step]);
    if (!fall || (explained && fall.from <= explained.to && explained.from <= fall.to)) continue;
    const shareOfStep = (other: FunnelStep) => shareLeft(funnel.daily[other], fall);
    const later = funnelSteps.slice(place + 1).filter((other) => shareOfStep(other) !== null);
    const goingOn = later.find((other) => isGoingOn(funnel.daily[other], fall, Number(shareOfStep(step))));
    const low = [step, ...later];
    if (goingOn) {
      findings.push(gap(funnel, fall, step, `${goingOn}, which follows it, continues`));
    } else if (low.every((other) => Number(shareOfStep(other)) <= stopped && isFromServers(funnel, other))) {
      explained = fall;
      findings.push(gap(funnel, fall, step, 'all later steps, which your server sends too, stopped at the same time'));
    } else if (isDrop(funnel.daily[step], fall)) {
      explained = fall;
      findings.push(drop(funnel, fall, low));
    }
  }
  return findings;
}

const isFromServers = ({ sources }: Funnel, step: FunnelStep) => sources[step].server > sources[step].browser;

function fallOf(series: readonly number[]): Window | null {
  let worst: (Window & { missing: number }) | null = null;
  for (let from = ordinaryDays; from < series.length; from++) {
    const usual = usualBefore(series, from);
    let to = from;
    while (to < series.length && (series[to] ?? 0) <= usual * lowDay) to++;
    const expected = usual * (to - from);
    const missing = expected - sum(series, from, to);
    if (expected < enough || missing < expected * (1 - fallen)) continue;
    if (missing < beyondChance * Math.sqrt(expected)) continue;
    if (missing > (worst?.missing ?? 0)) worst = { from, to: to - 1, missing };
  }
  return worst && coreOf(series, worst);
}

/** Low days at a window's start would hide that events stopped later. */
function coreOf(series: readonly number[], { from, to, missing }: Window & { missing: number }): Window {
  const usual = usualBefore(series, from);
  let first = from;
  while (first < to && (series[first] ?? 0) > usual * stopped) first++;
  const rest = { count: sum(series, first, to + 1), expected: usual * (to - first + 1) };
  const isStop = rest.count <= rest.expected * stopped && rest.expected >= enough && rest.expected - rest.count >= missing * coreShare;
  return { from: isStop ? first : from, to };
}

const sum = (series: readonly number[], from: number, to: number) => series.slice(from, to).reduce((total, count) => total + count, 0);

/** The lower of mean and median keeps the end of a sale from looking like a fall. */
const usualBefore = (series: readonly number[], from: number) => {
  const first = Math.max(0, from - lookBackDays);
  const mean = sum(series, first, from) / (from - first);
  return Math.min(mean, middle(series.slice(first, from)), middle(series.slice(0, from)));
};

const middle = (counts: readonly number[]) => {
  const sorted = counts.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

function shareLeft(series: readonly number[], { from, to }: Window): number | null {
  const expected = usualBefore(series, from) * (to - from + 1);
  return expected < enough ? null : rate(sum(series, from, to + 1), expected);
}

function isDrop(series: readonly number[], { from, to }: Window): boolean {
  const length = to - from + 1;
  if (length < dropDays || from < dropOrdinaryDays) return false;
  const before = series.slice(Math.max(0, from - lookBackDays), from);
  const mean = sum(before, 0, before.length) / before.length;
  const variance = before.reduce((squares, count) => squares + (count - mean) ** 2, 0) / (before.length - 1);
  const remaining = sum(series, from, to + 1);
  const missing = usualBefore(series, from) * length - remaining;
  const low = series.slice(0, from).toSorted((a, b) => a - b)[Math.floor(from / 4)] ?? 0;
  return missing >= dropDeviations * Math.sqrt(Math.max(variance, mean) * length) && remaining / length <= low * belowLowDays;
}

function isGoingOn(series: readonly number[], window: Window, low: number): boolean {
  const remainingShare = shareLeft(series, window);
  if (remainingShare === null || remainingShare < goesOn) return false;
  const expected = usualBefore(series, window.from) * (window.to - window.from + 1);
  return (remainingShare - low) * expected >= apart * Math.sqrt(low * expected);
}

function factsOf({ daily, days }: Funnel, fall: Window, step: FunnelStep) {
  const since = days[fall.from] ?? '';
  const until = fall.to === days.length - 1 ? 'now' : (days[fall.to] ?? '');
  const remainingShare = shareLeft(daily[step], fall) ?? 0;
  const when = until === 'now' ? `Since ${since}` : until === since ? `On ${since}` : `From ${since} to ${until}`;
  return { facts: { step, since, until, share_left: remainingShare }, when, left: remainingShare };
}

function gap(funnel: Funnel, fall: Window, step: FunnelStep, because: string): Finding {
  const { facts, when, left: remainingShare } = factsOf(funnel, fall, step);
  return {
    code: 'tracking_stopped',
    severity: remainingShare <= stopped ? 'critical' : 'warning',
    message: `Tracking gap: ${when} ${remainingShare <= stopped ? 'hardly any' : `only ${percent(remainingShare)} of the usual`} ${step} arrived, while ${because}. Check what was released then: the pixel, a consent banner, the server's key or its calls.`,
    facts,
    log: logOfStep(funnel, step),
  };
}

function drop(funnel: Funnel, fall: Window, low: readonly FunnelStep[]): Finding {
  const [step = 'sessions'] = low;
  const { facts, when, left: remainingShare } = factsOf(funnel, fall, step);
  const reason =
    step === 'sessions'
      ? 'Fewer people visit: check campaigns, budgets and the season.'
      : 'Visitors reach the previous step as usual, so check this one: prices, stock, the page, payment.';
  return {
    code: 'real_drop',
    severity: 'warning',
    message: `Real drop: ${when} ${low.join(', ')} fell together, to ${percent(remainingShare)} of the usual ${step}. ${reason}`,
    facts: { ...facts, steps: low.join(',') },
    log: logOfStep(funnel, step),
  };
}
