import type { Answer } from '../core/api.ts';
import type { Tone } from '../core/theme.ts';

export type Endpoint = Answer<'listWebhookEndpoints'>['endpoints'][number];
export type Delivery = Answer<'listWebhookDeliveries'>['deliveries'][number];
export type EventType = Delivery['event_type'];

export const eventTypes: Record<EventType, string> = {
  'conversion.attributed': 'An ad earned an event',
  'conversion.matched_late': 'A click that arrived later earned an event',
  'conversion.conflict': 'An event ID was sent again for a different event',
  'key.exposed': 'A secret key was used in a web page',
  'report.ready': 'A report of your assistant ads is made',
  'credits.low': 'Few credits are left, or none',
  'spend.stopped': 'The spend of an ad account stopped',
  'reconciliation.coverage_low': 'Many orders of the shop are missing',
  'discovery.completed': 'A discovery of competitors is done',
};
export const eventTypeNames = Object.keys(eventTypes) as EventType[];

export const deliveriesOf = ({ id }: Endpoint) => ['webhook-deliveries', id];
export const deletionOf = ({ id }: Endpoint) => ['delete-webhook-endpoint', id];

export const endpointColors: Record<'enabled' | 'failing' | 'disabled', Tone> = {
  enabled: 'teal',
  failing: 'orange',
  disabled: 'red',
};
export const stateOf = ({ status, failing_since }: Endpoint) => (status === 'enabled' && failing_since !== null ? 'failing' : status);

export const deliveryColors: Record<Delivery['status'], Tone> = {
  pending: 'blue',
  delivered: 'teal',
  failed: 'red',
  held: 'gray',
};

const reasons: Record<NonNullable<NonNullable<Delivery['last_attempt']>['error']>, string> = {
  address_refused: 'Not an address of the public web',
  no_such_host: 'No such host',
  no_answer: 'No answer',
  timeout: 'No response within 10 seconds',
  broken: 'The connection failed',
};

export function answerText({ last_attempt: last }: Delivery): string {
  if (!last) return 'Not sent yet';
  return last.error ? reasons[last.error] : `HTTP ${last.status ?? ''}`;
}

export const isTestOf = ({ payload }: Delivery): boolean => {
  try {
    return JSON.parse(payload).test === true;
  } catch {
    return false;
  }
};

export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
