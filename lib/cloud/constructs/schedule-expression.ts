import { TimeZone } from 'aws-cdk-lib';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';

type Field = { name: string; least: number; most: number };

const fields: readonly Field[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of week', least: 0, most: 7 },
];

/**
 * EventBridge's week starts with 1 (Sunday). A cron expression with two kinds of days throws, because Unix cron means
 * "either".
 */
export function scheduleExpression(cron: string, timeZone: string): ScheduleExpression {
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`Cron "${cron}" has ${parts.length} fields, not ${fields.length}.`);
  const [minute, hour, day, month, weekDay] = parts.map((part, i) =>
    i === 2 && part === 'L' ? ['L'] : valuesOf(part, fields[i] as Field, cron),
  );
  if (day && weekDay) throw new Error(`Cron "${cron}" names days of the month and of the week.`);
  return ScheduleExpression.cron({
    minute: minute?.join(',') ?? '*',
    hour: hour?.join(',') ?? '*',
    month: month?.join(',') ?? '*',
    ...(weekDay ? { weekDay: [...new Set(weekDay.map((n) => (Number(n) % 7) + 1))].sort().join(',') } : { day: day?.join(',') ?? '*' }),
    timeZone: TimeZone.of(timeZone),
  });
}

function valuesOf(text: string, { name, least, most }: Field, cron: string): number[] | null {
  if (text === '*') return null;
  const values = text.split(',').flatMap((part) => {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    const [, first, last, step] = match ?? [];
    const from = Number(first ?? least);
    const to = Number(last ?? (first && !step ? first : name === 'day of week' ? 6 : most));
    const by = Number(step ?? 1);
    if (!match || by < 1 || from < least || to > most || from > to) throw new Error(`Cron "${cron}": "${part}" is not a ${name}.`);
    return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);
  });
  return [...new Set(values)].sort((a, b) => a - b);
}
