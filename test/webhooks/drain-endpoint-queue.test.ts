import { drainEndpointQueue } from '#functions/workers/webhook-deliveries/drain-endpoint-queue.ts';
import type { Deps } from '#functions/workers/webhook-deliveries/needs.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { shareWaitMs } from '#shared/webhooks/rules/fair-share.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const laneFailures = 4;
const delivery = (at: number) => ({
  ...{ accountId: 1, endpointId: 'whe_1', eventId: `evt_${at}`, at: `2026-11-21T11:00:0${at}.000Z` },
  ...{ type: 'conversion.attributed', payload: '{}', status: 'pending', attempts: 1 },
});

async function continuedAfter(shares: readonly boolean[], lookMs = 5000) {
  const continueLane = vi.fn();
  const left = [...shares];
  const deps = {
    ...{
      now: () => now,
      random: () => 0.5,
      lookMs,
      timeoutMs: 1000,
      secrets: { open: async () => 'whsec_AAAA' },
    },
    chargeShare: async () => ({ isCharged: left.shift() ?? false, until: 0 }),
    post: async () => ({ status: 200, body: '' }),
    webhookEndpoints: { startRun: async () => ({ from: '' }), continueLane },
    webhookDeliveries: {
      async *from() {
        for (let at = 0; at < 9; at++) yield delivery(at);
      },
      succeeded: async () => {},
    },
  } as unknown as Deps;
  const endpoint = { id: 'whe_1', accountId: 1, environment: 'live', secret: '', laneFailures };
  await drainEndpointQueue(endpoint as WebhookEndpoint, deps);
  return continueLane.mock.calls.map(([, lane]) => lane);
}
const inMs = (ms: number) => new Date(now + ms).toISOString();
const placeOf = (at: number) => `2026-11-21T11:00:0${at}.000Z#evt_${at}`;

describe('a lane whose account has used its share', () => {
  it('a lane whose account has used its share keeps its failures, so that the delay before the next retry grows', async () => {
    expect(await continuedAfter([false])).toEqual([
      { place: placeOf(0), failures: laneFailures, dueAt: inMs(shareWaitMs) },
    ]);
  });

  it('a lane whose account has used its share after a success has no failures, and continues behind it', async () => {
    expect(await continuedAfter([true, false])).toEqual([
      { place: placeOf(3), failures: 0, dueAt: inMs(shareWaitMs) },
    ]);
  });
});

it('a lane whose run has lasted its time continues at once where it stopped, without failures', async () => {
  expect(await continuedAfter([], 0)).toEqual([{ place: placeOf(0), failures: 0, dueAt: inMs(0) }]);
});
