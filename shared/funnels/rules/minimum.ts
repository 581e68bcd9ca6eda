import { numbered } from '#shared/values/numbered.ts';
import { enough, type Finding, type Funnel } from './funnel.ts';

/** Without a finding, too few events would look like no problems. */
export function minimumFindings({ counts }: Pick<Funnel, 'counts'>, accepted: number): Finding[] {
  const { sessions, checkout_started, order_created } = counts;
  const later = checkout_started > order_created ? 'checkout_started' : 'order_created';
  const arrived = { sessions, [later]: counts[later], server_events: accepted };
  const few = Object.entries(arrived).filter(([, count]) => count > 0 && count < enough);
  if (few.length === 0) return [];
  const nouns: Record<string, string> = {
    sessions: 'session',
    checkout_started: 'checkout_started event',
    order_created: 'order_created event',
    server_events: 'event from your server',
  };
  const listed = few.map(([name, count]) => textOf(count, nouns[name] ?? name)).join(', ');
  return [
    {
      code: 'too_few_events',
      severity: 'info',
      message: `Too few events for a diagnosis: ${listed}. Shares are judged from ${enough} of each on, so that no other finding here does not mean that all is well.`,
      facts: { minimum: enough, ...Object.fromEntries(few) },
      log: null,
    },
  ];
}

const textOf = (count: number, noun: string) =>
  noun.startsWith('event ') ? numbered(count, 'event') + noun.slice('event'.length) : numbered(count, noun);
