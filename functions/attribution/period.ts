import * as z from 'zod';
import { invalid } from '#shared/http/errors.ts';

/** A quarter of a year: what one answer or one file takes in. */
export const mostDays = 92;
const dayMs = 86_400_000;
const usualDays = 30;

export const Period = z.object({
  from: z.iso.date().optional().meta({ description: 'First day, UTC. 30 days before `to` when left out.' }),
  to: z.iso.date().optional().meta({ description: 'Last day, UTC, included. Today when left out.' }),
});

export const isoDay = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);

/** The days that a query means; 422 when they are none or too many. */
export function periodOf({ from, to }: z.output<typeof Period>, now: number) {
  const last = to ?? isoDay(now);
  const first = from ?? isoDay(Math.max(Date.parse(last) - usualDays * dayMs, Date.parse('0001-01-01')));
  const [problem] = periodProblems(first, last, 'query');
  if (problem) throw invalid(problem);
  return { from: first, to: last };
}

/** What is wrong with two days as a period. */
export function periodProblems(from: string, to: string, where: 'query' | 'body') {
  const problem = (msg: string) => [{ type: 'value_error', loc: [where, 'to'], msg }];
  if (to < from) return problem('`to` lies before `from`');
  if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs)
    return problem(`At most ${mostDays} days at a time`);
  return [];
}

/** Every day from `from` to `to`. */
export const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, i) =>
    isoDay(Date.parse(from) + i * dayMs),
  );
