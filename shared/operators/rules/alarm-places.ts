export type AlarmPlace = { page: string; section: string };

const pages = '/console/operators';
const exact: Record<string, AlarmPlace> = {
  'api-5xx': { page: `${pages}/health`, section: '5xx-answers' },
  'dead-effects': {
    page: `${pages}/queues?queue=kept-effects`,
    section: 'effects-could-not-be-delivered-dead-effects',
  },
  'dead-letters': { page: `${pages}/queues`, section: 'a-dead-letter-queue-holds-a-message' },
  'llm-budget': { page: `${pages}/health`, section: 'the-alarm-llm-budget' },
  'code-caches': { page: `${pages}/health`, section: 'slow-starts' },
  canary: { page: `${pages}/health`, section: 'the-canary' },
  'failed-sign-ins': { page: `${pages}/audit`, section: 'nobody-can-sign-in' },
};
const failing = 'a-function-fails-is-throttled-or-is-behind';

export const placeOfAlarm = (id: string): AlarmPlace =>
  exact[id.endsWith('-5xx') ? 'api-5xx' : id] ?? { page: `${pages}/health`, section: failing };
