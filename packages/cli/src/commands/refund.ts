import { AdtrailError } from '../../../node/src/errors.ts';
import { orderEventId } from '../../../node/src/events.ts';
import { type Command, keyScopeOf, scopeOptions } from '../command.ts';
import { usage } from '../failure.ts';
import { assertAmount } from './send.ts';

export const refund: Command = {
  name: 'refund',
  summary: 'State what a refund leaves of the value of an order',
  args: '<order_id>',
  options: {
    net: { value: 'AMOUNT', text: 'What remains of the value, not what is refunded' },
    reason: { value: 'NAME', text: 'refund (default), cancellation, correction or test' },
    'event-type': { value: 'NAME', text: 'Type of the event (default: order_created)' },
    note: { value: 'TEXT', text: 'A note for the history' },
    ...scopeOptions,
  },
  examples: ['adtrail refund 10017 --net 19.99', 'adtrail refund 10018 --net 0 --reason cancellation'],
  async run(context) {
    const { args, api, print, text } = context;
    const net_value = text('net');
    if (net_value === undefined) throw usage('--net is missing: what remains of the value, such as 19.99.');
    assertAmount('net', net_value);
    const id = eventIdOf(text('event-type') ?? 'order_created', args[0]);
    const { body } = await api('PUT', `/api/v1/pixel/events/${encodeURIComponent(id)}/adjustment`, {
      auth: 'key',
      query: keyScopeOf(context),
      body: { net_value, reason: text('reason') ?? 'refund', note: text('note') },
    });
    const sentence = body.pending
      ? `${id} has not arrived. The adjustment waits for it for 90 days.`
      : `${id}: gross ${body.value} ${body.currency}, net ${body.net_value} ${body.currency}.`;
    print(body, body.superseded ? `${sentence} A newer adjustment decides.` : sentence);
  },
};

function eventIdOf(type: string, orderId: string | undefined): string {
  try {
    return orderEventId(type, orderId);
  } catch (error) {
    throw error instanceof AdtrailError ? usage(error.message) : error;
  }
}
