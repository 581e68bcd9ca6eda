import {
  enough,
  type Finding,
  type Funnel,
  type FunnelStep,
  funnelSteps,
  logOfStep,
  percent,
  rate,
} from './funnel.ts';

/** Days of ordinary traffic before a fall, which say what was to be expected. */
const ordinaryDays = 3;
/** How far back ordinary traffic is averaged: two whole weeks, so that weekends weigh as they should. */
const lookBackDays = 14;
/** A day at most this share of the ordinary belongs to a fall; shops swing by a third between weekdays. */
const lowDay = 0.6;
/** A fall is reported when no more than this is left of what was expected. */
const fallen = 0.5;
/**
 * Standard deviations of a count that are beyond chance, though the worst of some hundred windows is looked at, and
 * days differ by more than chance.
 */
const beyondChance = 4;
/** A step that keeps this much continues, whatever its neighbors do. */
const goesOn = 0.7;
/** Only what is no longer sent falls this low: demand does not end from one day to the next. */
const stopped = 0.05;
/** Days that have stopped are the fall if so much of what is missing is missing on them. */
const coreShare = 0.7;
/** Standard deviations by which a step that continues differs from one that is low. */
const apart = 3;
/** A real drop has to outlast a weekend; a gap need not, since its neighbors show what kind of day it was. */
const dropDays = 3;
/** A drop is below this share of low days, those that a quarter of all days before were not above: else a sale ended. */
const belowLowDays = 0.75;
/** Standard deviations of the days before that a drop is beyond: fewer than of a count, since it lasts. */
const dropDeviations = 3;
/** Before it, a whole week, so that no weekend passes for ordinary traffic. */
const dropOrdinaryDays = 7;

type Window = { from: number; to: number };

/**
 * What the course of the days says. A step that is low while a later one continues is a tracking gap; a step and all after it
 * low together is a real drop that begins there. `days` are whole days, so today is not among them.
 */
export function fallFindings(funnel: Funnel): Finding[] {
  const findings: Finding[] = [];
  let explained: Window | null = null;
  for (const [place, step] of funnelSteps.entries()) {
    const fall = fallOf(funnel.daily[step]);
    if (!fall || (explained && fall.from <= explained.to && explained.from <= fall.to)) continue;
    const left = (other: FunnelStep) => shareLeft(funnel.daily[other], fall);
    const later = funnelSteps.slice(place + 1).filter((other) => left(other) !== null);
    const goingOn = later.find((other) => isGoingOn(funnel.daily[other], fall, Number(left(step))));
    const low = [step, ...later];
    if (goingOn) {
      findings.push(gap(funnel, fall, step, `${goingOn}, which follows it, continues`));
    } else if (low.every((other) => Number(left(other)) <= stopped && isFromServers(funnel, other))) {
      explained = fall;
      findings.push(
        gap(funnel, fall, step, 'all later steps, which your server sends too, stopped at the same time'),
      );
    } else if (isDrop(funnel.daily[step], fall)) {
      explained = fall;
      findings.push(drop(funnel, fall, low));
    }
  }
  return findings;
}

const isFromServers = ({ sources }: Funnel, step: FunnelStep) => sources[step].server > sources[step].browser;

/** The run of low days that cost a step most, or `null`. What came before has to be enough to expect something. */
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

/** Without ordinary low days before it, when all of the rest has stopped: they would hide that it did. */
function coreOf(series: readonly number[], { from, to, missing }: Window & { missing: number }): Window {
  const usual = usualBefore(series, from);
  let first = from;
  while (first < to && (series[first] ?? 0) > usual * stopped) first++;
  const rest = { count: sum(series, first, to + 1), expected: usual * (to - first + 1) };
  const isStop =
    rest.count <= rest.expected * stopped &&
    rest.expected >= enough &&
    rest.expected - rest.count >= missing * coreShare;
  return { from: isStop ? first : from, to };
}

const sum = (series: readonly number[], from: number, to: number) =>
  series.slice(from, to).reduce((total, count) => total + count, 0);

/**
 * What a day before was usually like: the mean, or the median where that is less, so that a sale, after which all is as
 * it was before, leaves no fall behind.
 */
const usualBefore = (series: readonly number[], from: number) => {
  const first = Math.max(0, from - lookBackDays);
  const mean = sum(series, first, from) / (from - first);
  return Math.min(mean, middle(series.slice(first, from)), middle(series.slice(0, from)));
};

const middle = (counts: readonly number[]) => {
  const sorted = counts.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

/** What is left of a step in a window, as a share of the usual; `null` when too little is usual to say. */
function shareLeft(series: readonly number[], { from, to }: Window): number | null {
  const expected = usualBefore(series, from) * (to - from + 1);
  return expected < enough ? null : rate(sum(series, from, to + 1), expected);
}

/** Whether fewer people than ever did something, for longer and by more than the days differ anyway. */
function isDrop(series: readonly number[], { from, to }: Window): boolean {
  const length = to - from + 1;
  if (length < dropDays || from < dropOrdinaryDays) return false;
  const before = series.slice(Math.max(0, from - lookBackDays), from);
  const mean = sum(before, 0, before.length) / before.length;
  const variance = before.reduce((squares, count) => squares + (count - mean) ** 2, 0) / (before.length - 1);
  const left = sum(series, from, to + 1);
  const missing = usualBefore(series, from) * length - left;
  const low = series.slice(0, from).toSorted((a, b) => a - b)[Math.floor(from / 4)] ?? 0;
  return (
    missing >= dropDeviations * Math.sqrt(Math.max(variance, mean) * length) &&
    left / length <= low * belowLowDays
  );
}

/** Whether a step kept going, and not by chance, while one before it was left with `low`. */
function isGoingOn(series: readonly number[], window: Window, low: number): boolean {
  const left = shareLeft(series, window);
  if (left === null || left < goesOn) return false;
  const expected = usualBefore(series, window.from) * (window.to - window.from + 1);
  return (left - low) * expected >= apart * Math.sqrt(low * expected);
}

function factsOf({ daily, days }: Funnel, fall: Window, step: FunnelStep) {
  const since = days[fall.from] ?? '';
  const until = fall.to === days.length - 1 ? 'now' : (days[fall.to] ?? '');
  const left = shareLeft(daily[step], fall) ?? 0;
  const when =
    until === 'now' ? `Since ${since}` : until === since ? `On ${since}` : `From ${since} to ${until}`;
  return { facts: { step, since, until, share_left: left }, when, left };
}

function gap(funnel: Funnel, fall: Window, step: FunnelStep, because: string): Finding {
  const { facts, when, left } = factsOf(funnel, fall, step);
  return {
    code: 'tracking_stopped',
    severity: left <= stopped ? 'critical' : 'warning',
    message: `Tracking gap: ${when} ${left <= stopped ? 'hardly any' : `only ${percent(left)} of the usual`} ${step} arrived, while ${because}. Check what was released then: the pixel, a consent banner, the server's key or its calls.`,
    facts,
    log: logOfStep(funnel, step),
  };
}

function drop(funnel: Funnel, fall: Window, low: readonly FunnelStep[]): Finding {
  const [step = 'sessions'] = low;
  const { facts, when, left } = factsOf(funnel, fall, step);
  const reason =
    step === 'sessions'
      ? 'Fewer people visit: check campaigns, budgets and the season.'
      : 'Visitors reach the previous step as usual, so check this one: prices, stock, the page, payment.';
  return {
    code: 'real_drop',
    severity: 'warning',
    message: `Real drop: ${when} ${low.join(', ')} fell together, to ${percent(left)} of the usual ${step}. ${reason}`,
    facts: { ...facts, steps: low.join(',') },
    log: logOfStep(funnel, step),
  };
}
