/** Where an alarm leads: the operators' page that shows or repairs it, and its section of docs/runbook.md. */
export type AlarmPlace = { page: string; section: string };

const pages = '/console/operators';
const exact: Record<string, AlarmPlace> = {
  'api-5xx': { page: `${pages}/health`, section: '5xx-answers' },
  'dead-effects': {
    page: `${pages}/queues?queue=kept-effects`,
    section: 'effects-could-not-be-delivered-dead-effects',
  },
  'llm-budget': { page: `${pages}/health`, section: 'the-alarm-llm-budget' },
  canary: { page: `${pages}/health`, section: 'the-canary' },
  'failed-sign-ins': { page: `${pages}/audit`, section: 'nobody-can-sign-in' },
};
const failing = 'a-function-fails-is-throttled-or-is-behind';

/** By the alarm's id, as `lib/constructs/watch.ts` names it; `streams`: functions that follow a table's changes. */
export function placeOfAlarm(id: string, streams: readonly string[]): AlarmPlace {
  const known = exact[id] ?? (id.endsWith('-5xx') ? exact['api-5xx'] : undefined);
  if (known) return known;
  const [, queue] = /^(.+)-dead$/.exec(id) ?? [];
  if (queue)
    return { page: `${pages}/queues?queue=${queue}`, section: 'a-dead-letter-queue-holds-a-message' };
  const isStream = streams.some((name) => id.endsWith(`-${name}-failed`));
  if (id.endsWith('-failed'))
    return {
      page: `${pages}/queues?queue=${id}`,
      section: isStream ? 'a-streams-failure-queue-holds-a-message' : 'a-run-of-a-schedule-failed',
    };
  return { page: `${pages}/health`, section: failing };
}
