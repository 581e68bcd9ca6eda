import type { outcomes } from '#shared/event-log/rules/event-log.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';

export const funnelSteps = ['sessions', 'page_views', 'items_added', 'checkout_started', 'order_created'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

export type Severity = 'info' | 'warning' | 'critical';
export type Finding = {
  code: string;
  severity: Severity;
  message: string;
  facts: Record<string, string | number>;
  log: LogFilter | null;
};
export type LogFilter = { outcome?: (typeof outcomes)[number]; eventType?: string; reason?: string };

/** With fewer events, a single event moves a share by over 5 %. */
export const enough = 20;

export type Funnel = {
  counts: Record<FunnelStep, number>;
  daily: Record<FunnelStep, number[]>;
  days: string[];
  sessions: { ad: number; organic: number };
  sources: Record<FunnelStep, { browser: number; server: number }>;
};

const sourceOf = ({ metric, detail }: Counter): { source: 'browser' | 'server'; type: string } | null => {
  if (metric === 'browser' || metric === 'server') return { source: metric, type: detail };
  return metric === 'type' ? { source: 'server', type: detail.split('|')[0] ?? '' } : null;
};

const stepOf = (counter: Counter): FunnelStep | null => {
  if (counter.metric === 'session') return 'sessions';
  const { source, type = '' } = sourceOf(counter) ?? {};
  if (type === 'page_viewed') return source === 'browser' ? 'page_views' : null;
  return ['items_added', 'checkout_started', 'order_created'].includes(type) ? (type as FunnelStep) : null;
};

export const logOfStep = ({ sources }: Pick<Funnel, 'sources'>, step: FunnelStep): LogFilter | null =>
  sources[step].server > 0 ? { eventType: step } : null;

const perStep = <T>(make: () => T) => Object.fromEntries(funnelSteps.map((step) => [step, make()])) as Record<FunnelStep, T>;

export function funnelOf(counters: readonly Counter[], days: readonly string[]): Funnel {
  const funnel: Funnel = {
    counts: perStep(() => 0),
    daily: perStep(() => days.map(() => 0)),
    days: [...days],
    sessions: { ad: 0, organic: 0 },
    sources: perStep(() => ({ browser: 0, server: 0 })),
  };
  const places = new Map(days.map((day, i) => [day, i]));
  for (const counter of counters) {
    const [step, place] = [stepOf(counter), places.get(counter.day)];
    if (!step || place === undefined) continue;
    const { metric, detail, count } = counter;
    const { source } = sourceOf(counter) ?? {};
    funnel.counts[step] += count;
    funnel.daily[step][place] = (funnel.daily[step][place] ?? 0) + count;
    if (metric === 'session') funnel.sessions[detail === 'ad' ? 'ad' : 'organic'] += count;
    else if (source) funnel.sources[step][source] += count;
  }
  return funnel;
}

export const stepsOf = ({ counts }: Pick<Funnel, 'counts'>) =>
  funnelSteps.map((step, i) => {
    const before = counts[funnelSteps[i - 1] as FunnelStep];
    return { step, count: counts[step], rate_from_previous: before ? rate(counts[step], before) : null };
  });

export const rate = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 10_000 : 0);

export type Sum = Pick<Counter, 'detail' | 'count'>;
export function sumsBy(counters: readonly Counter[], metric: Counter['metric']): Sum[] {
  const sums = new Map<string, number>();
  for (const counter of counters) if (counter.metric === metric) sums.set(counter.detail, (sums.get(counter.detail) ?? 0) + counter.count);
  return [...sums].map(([detail, count]) => ({ detail, count })).sort((a, b) => b.count - a.count || (a.detail < b.detail ? -1 : 1));
}

export const total = (counters: readonly { count: number }[]) => counters.reduce((sum, { count }) => sum + count, 0);

export const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
