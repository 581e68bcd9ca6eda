import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { matchPart } from '#shared/reconciliation/match-orders.ts';
import type { ArrivedEvent } from '#shared/reconciliation/rules/events.ts';
import type { Reconciliation } from '#shared/reconciliation/rules/reconciliations.ts';

it.each([1, 499, 500, 501, 1201])('a part of %d orders is matched with the event of each, in the order of the orders', async (count) => {
  const idOf = (at: number) => `order_created:${at}`;
  const reads: number[] = [];
  let written: (ArrivedEvent | null)[] = [];
  const deps = {
    parts: {
      orders: async () => Array.from({ length: count }, (_, at) => ({ orderId: `${at}` })),
      writeEvents: async (_: unknown, __: number, events: (ArrivedEvent | null)[]) => {
        written = events;
      },
    },
    conversions: {
      async byEventIds(_: number, __: string, ids: string[]) {
        reads.push(ids.length);
        const times = { occurredAt: '2026-11-20T10:00:00.000Z', receivedAt: '2026-11-20T10:00:00.000Z' };
        // Events of even orders never arrived, and events are read in no order.
        return ids
          .filter((id) => !/[02468]$/.test(id))
          .map(
            (eventId) =>
              ({
                ...times,
                eventId,
                eventType: 'order_created',
                value: '5',
                counts: true,
              }) as unknown as Conversion,
          )
          .reverse();
      },
    },
  } as unknown as Parameters<typeof matchPart>[1];
  const current = {
    accountId: 1,
    environment: 'live',
    idTemplate: 'order_created:{order_id}',
    parts: 3,
    matchedParts: 1,
  } as Reconciliation;
  expect(await matchPart(current, deps)).toEqual({ status: 'running', matchedParts: 2 });
  expect(written.map((event) => event?.eventId ?? null)).toEqual(
    Array.from({ length: count }, (_, at) => (at % 2 === 0 ? null : idOf(at))),
  );
  expect(Math.max(...reads)).toBeLessThanOrEqual(500);
});
