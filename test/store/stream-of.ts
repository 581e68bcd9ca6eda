import { keyOf } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { addToTotals } from '#shared/reports/add-to-totals.ts';
import { type TimeBasis, timeBases } from '#shared/reports/rules/totals.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import { toWire } from '#shared/store/attribute-values.ts';
import { tableAt } from '#shared/store/table.ts';
import { addDecimals, type Decimal, decimalOf } from '#shared/values/decimal.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export function counted(accountId: number, eventId: string, changes: Partial<Conversion> = {}): Conversion {
  const click = { sid: 's_1', pixelKey: 'pk_1', campaign: 'spring', adGroup: 'g', adId: 'a' };
  return {
    eventType: 'order_created',
    eventId,
    clickId: 's_1',
    value: '1',
    currency: 'EUR',
    currencyGiven: true,
    accountId,
    environment: 'live',
    keyId: 'key_1',
    receivedAt: '2026-11-21T00:00:01.000Z',
    occurredAt: '2026-11-20T23:59:59.000Z',
    occurredAtGiven: true,
    click: { ...click, clickedAt: '2026-11-01T12:00:00.000Z' },
    counts: true,
    writtenBy: 'w',
    ...changes,
  };
}

type Images = { before?: Conversion; after?: Conversion; sequence: number | bigint };

export function recordOf({ before, after, sequence }: Images) {
  const image = (conversion: Conversion) =>
    toWire({
      ...keyOf.conversion(conversion.accountId, conversion.environment, conversion.eventId),
      kind: 'conversion',
      ...conversion,
    });
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  };
}

export async function totalsOnEngine(now = Date.now) {
  const { prefix } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const totals = totalsIn(table, { now });
  const keys = { used: async () => {} };

  async function deliver(records: readonly object[], shardId: string, dies = Number.POSITIVE_INFINITY) {
    let writes = 0;
    const add: typeof totals.add = async (...args) => {
      writes += 1;
      if (writes >= dies) throw new Error('The worker died.');
      return totals.add(...args);
    };
    const deps = { totals: { ...totals, add }, keys } as unknown as Parameters<typeof addToTotals>[1];
    const handler = streamWorker('conversion-totals', () => deps, addToTotals);
    await handler({ Records: records, shardId } as unknown as Parameters<typeof handler>[0], {} as never);
  }

  async function cells(accountId: number, bases: readonly TimeBasis[] = timeBases) {
    const lists = bases.map((basis) => Array.fromAsync(totals.between(accountId, 'live', basis, '0001-01-01', '9999-12-31')));
    // A cell may come in several parts.
    const sums = new Map<string, { count: number; value: Decimal }>();
    for (const { basis, day, campaign, event_type, currency, count, value } of (await Promise.all(lists)).flat()) {
      const name = [basis, day, campaign, event_type, currency].join(' ');
      const { count: soFar = 0, value: sum = decimalOf('0') } = sums.get(name) ?? {};
      sums.set(name, { count: soFar + count, value: addDecimals(sum, value) });
    }
    return [...sums].map(([name, { count, value }]) => `${name} ${count} ${value}`).sort();
  }
  return { table, totals, deliver, cells };
}
