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
/** A step that keeps this much continues, whatever its neighbors do. */
const goesOn = 0.7;
/** Only what is no longer sent falls this low: demand does not end from one day to the next. */
const stopped = 0.05;
/** A real drop has to outlast a weekend; a gap need not, since its neighbors show what kind of day it was. */
const dropDays = 3;

type Window = { from: number; to: number };

/**
 * What the course of the days says. A step low while one after it goes on is a tracking gap; a step and all after it
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
    const goingOn = later.find((other) => Number(left(other)) >= goesOn);
    const low = [step, ...later];
    if (goingOn) {
      findings.push(gap(funnel, fall, step, `${goingOn}, which follows it, goes on`));
    } else if (low.every((other) => Number(left(other)) <= stopped && isFromServers(funnel, other))) {
      explained = fall;
      findings.push(
        gap(funnel, fall, step, 'all later steps, which your server sends too, stopped at the same time'),
      );
    } else if (fall.to - fall.from + 1 >= dropDays) {
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
    if (missing > (worst?.missing ?? 0)) worst = { from, to: to - 1, missing };
  }
  return worst;
}

const sum = (series: readonly number[], from: number, to: number) =>
  series.slice(from, to).reduce((total, count) => total + count, 0);

const usualBefore = (series: readonly number[], from: number) => {
  const first = Math.max(0, from - lookBackDays);
  return sum(series, first, from) / (from - first);
};

/** What is left of a step in a window, as a share of the usual; `null` when too little is usual to say. */
function shareLeft(series: readonly number[], { from, to }: Window): number | null {
  const expected = usualBefore(series, from) * (to - from + 1);
  return expected < enough ? null : rate(sum(series, from, to + 1), expected);
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
