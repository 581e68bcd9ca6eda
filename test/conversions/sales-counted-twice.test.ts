import fc from 'fast-check';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { saleOf } from '#shared/conversions/rules/sales.ts';
import { type EventIndex, eventIndexIn } from '#shared/conversions/store/event-index.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { saleMemory } from '#shared/reports/sale-memory.ts';
import { saleReads, salesCountedTwice } from '#shared/reports/sales-counted-twice.ts';
import { tableAt } from '#shared/store/table.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const event = (eventType: string, more: Partial<Conversion> = {}) =>
  ({
    accountId: 7,
    environment: 'live',
    eventType,
    eventId: `${eventType}:17`,
    clickId: 's_1',
    value: '20',
    currency: 'EUR',
    receivedAt: '2026-11-21T12:00:00.000Z',
    counts: true,
    click: { sid: 's_1', pixelKey: 'pk_1' },
    ...more,
  }) as unknown as Conversion;

const ofNewProcess = (now = () => 0) => ({ saleMemory: saleMemory(), takeSaleReads: tokenBuckets({ ...saleReads, now }) });

it('a sale with two events is reported when the later one is counted, at once or by a late match, and once', async () => {
  const first = event('order_created', { receivedAt: '2026-11-21T11:59:00.000Z' });
  const second = event('purchase');
  const uncounted = { ...second, counts: false };
  const sale = saleOf(first);
  const eventIndex = { salesOfClick: async () => (sale ? [sale] : []) };
  const found = async (before: Conversion | null, after: Conversion) => {
    const changes = [
      { before: null, after: first, sequence: '1' },
      { before, after, sequence: '2' },
    ];
    return await salesCountedTwice(changes as never, { eventIndex, ...ofNewProcess() });
  };
  expect(await found(null, second)).toMatchObject([{ name: 'order_created+purchase' }]);
  expect(await found(uncounted, second)).toMatchObject([{ name: 'order_created+purchase' }]);
  expect(await found(second, second)).toEqual([]);
  expect(await found(null, uncounted)).toEqual([]);
});

it('two IDs of one type are one sale by the order number of their properties, and other orders cost no read', async () => {
  const properties = JSON.stringify({ order_number: '#1001' });
  const first = event('order_created', {
    eventId: 'order_created:1001',
    receivedAt: '2026-11-21T11:59:00.000Z',
  });
  const second = event('order_created', { eventId: 'order_created:5159806763157', properties });
  let reads = 0;
  const eventIndex = {
    async salesOfClick() {
      reads++;
      return [saleOf(first) ?? []].flat();
    },
  };
  const found = (after: Conversion) =>
    salesCountedTwice([{ before: null, after, sequence: '1' }] as never, { eventIndex, ...ofNewProcess() });
  expect(await found({ ...first, accountId: 8 })).toEqual([]);
  expect(reads).toBe(0);
  expect(await found({ ...second, accountId: 8 })).toMatchObject([{ name: 'order_created+order_created' }]);
  expect(reads).toBe(1);
});

it('the events of a click share one read, a batch makes at most ten reads, and a second at most eight', async () => {
  const reads: string[] = [];
  const eventIndex: Pick<EventIndex, 'salesOfClick'> = {
    async salesOfClick(_, sid) {
      reads.push(sid);
      return [];
    },
  };
  let now = 0;
  const process = ofNewProcess(() => now);
  let sequence = 0;
  const send = async (clicks: number, perClick: number) => {
    reads.length = 0;
    const changes = Array.from({ length: clicks * perClick }, (_, at) => {
      const after = event(at % 2 === 0 ? 'order_created' : 'purchase', {
        eventId: `x:${++sequence}`,
        properties: JSON.stringify({ order_number: sequence }),
        click: { sid: `s_${at % clicks}`, pixelKey: 'pk_1' } as NonNullable<Conversion['click']>,
      });
      return { before: null, after, sequence: `${sequence}` };
    });
    await salesCountedTwice(changes, { eventIndex, ...process });
    return reads.length;
  };
  expect(await send(1, 100)).toBe(1);
  expect(await send(20, 5)).toBe(9);
  expect(await send(20, 5)).toBe(0);
  now += 1000;
  expect(await send(20, 5)).toBe(8);
  now += 10_000;
  expect(await send(20, 5)).toBe(10);
  // The latest events of the batch are compared.
  expect(reads).toEqual(Array.from({ length: 10 }, (_, at) => `s_${at + 10}`));
});

/** The second program compares each event that begins to count with everything that counted until its batch ended. */
function doublesOf(batches: readonly (readonly Conversion[])[]): Map<string, string[]> {
  const counted: Conversion[] = [];
  const numberOf = ({ properties, eventId, eventType }: Conversion) =>
    `${properties ? JSON.parse(properties).order_number : eventId.slice(eventType.length + 1)}`.replace('#', '');
  const placeOf = ({ receivedAt, eventId }: Conversion) => `${receivedAt} ${eventId}`;
  const found = new Map<string, string[]>();
  for (const batch of batches) {
    counted.push(...batch.filter(({ counts }) => counts));
    for (const one of batch.filter(({ counts }) => counts)) {
      const earlier = counted.filter(
        (other) =>
          other.eventId !== one.eventId &&
          other.click?.sid === one.click?.sid &&
          other.value === one.value &&
          other.value !== '0' &&
          other.currency === one.currency &&
          numberOf(other) === numberOf(one) &&
          placeOf(other) < placeOf(one) &&
          Date.parse(one.receivedAt) - Date.parse(other.receivedAt) <= 3_600_000,
      );
      const names = earlier.map(({ eventType }) => [eventType, one.eventType].sort().join('+'));
      if (names.length > 0) found.set(one.eventId, names);
    }
  }
  return found;
}

it('random histories have the findings of a program that compares every pair, also after a restart', async () => {
  const { prefix } = await newWorld();
  let accountId = 100;
  let pairs = 0;
  const anEvent = fc.record({
    eventType: fc.constantFrom('order_created', 'purchase'),
    number: fc.constantFrom('1', '2', '#1'),
    isInId: fc.boolean(),
    value: fc.constantFrom('20', '20', '5', '0'),
    currency: fc.constantFrom('EUR', 'EUR', 'USD'),
    sid: fc.constantFrom('s_1', 's_2'),
    isLate: fc.boolean(),
    minute: fc.integer({ min: 0, max: 45 }),
  });
  const aBatch = fc.record({ hasRestarted: fc.boolean(), events: fc.array(anEvent, { minLength: 3, maxLength: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(aBatch, { minLength: 2, maxLength: 6 }), async (history) => {
      accountId++;
      const eventIndex = eventIndexIn(tableAt(`${prefix}attribution`, testDynamo()));
      let now = Date.parse('2026-11-21T12:00:00.000Z');
      let process = ofNewProcess(() => now);
      const known = new Set<string>();
      let lateMatches: Conversion[] = [];
      const batches: Conversion[][] = [];
      const found = new Map<string, string>();
      for (const [at, { hasRestarted, events }] of history.entries()) {
        now += 45 * 60_000;
        if (hasRestarted) {
          process = ofNewProcess(() => now);
          for (const eventType of ['order_created', 'purchase']) process.saleMemory.addType({ accountId, environment: 'live', eventType });
        }
        const conversions = events.flatMap(({ eventType, number, isInId, sid, minute, isLate, value, currency }, place) => {
          const eventId = isInId ? `${eventType}:${number}` : `${eventType}:${at}-${place}`;
          if (known.has(eventId)) return [];
          known.add(eventId);
          const receivedAt = new Date(now - minute * 60_000).toISOString();
          const properties = isInId ? {} : { properties: JSON.stringify({ order_number: number }) };
          const click = { sid, pixelKey: 'pk_1' } as NonNullable<Conversion['click']>;
          const one = event(eventType, {
            accountId,
            eventId,
            value: value as Conversion['value'],
            currency,
            receivedAt,
            clickId: sid,
            click,
            ...properties,
          });
          return [{ one, isLate }];
        });
        const batch = [...conversions.filter(({ isLate }) => !isLate).map(({ one }) => one), ...lateMatches];
        const matched = new Set(lateMatches);
        lateMatches = conversions.filter(({ isLate }) => isLate).map(({ one }) => ({ ...one, matchedAt: new Date(now).toISOString() }));
        const unmatched = lateMatches.map(({ matchedAt: _, click: __, ...one }) => ({
          ...one,
          counts: false,
          reason: 'unknown_svc_click_id',
        }));
        const changes = [
          ...unmatched.map((after) => ({ before: null, after })),
          ...batch.map((after) => ({ before: matched.has(after) ? { ...after, counts: false } : null, after })),
        ].map((change, place) => ({ ...change, sequence: `${at} ${place}` })) as Parameters<typeof salesCountedTwice>[0] & object[];
        await eventIndex.add(changes.map(({ after }) => after));
        for (const { sequence, ...finding } of await salesCountedTwice(changes, { eventIndex, ...process }))
          found.set(
            changes.find((change) => change.sequence === sequence)?.after.eventId ?? '',
            'name' in finding ? `${finding.name}` : '',
          );
        batches.push(batch);
      }
      const expected = doublesOf(batches);
      pairs += expected.size;
      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [eventId, name] of found) expect(expected.get(eventId)).toContain(name);
    }),
    { numRuns: 40 },
  );
  expect(pairs).toBeGreaterThan(20);
});

it('the look-ups of a batch of 100 events of one busy click take at most 12 read units', async () => {
  let units = 0;
  const app = await startApp(await newWorld(), {
    consumed: ({ by, operation }, used) => {
      if (by === 'conversion-totals' && operation === 'Query') units += used;
    },
  });
  const { click, key } = await newAdvertiser(app);
  const svc_click_id = await click();
  const send = async (type: string, from: number) => {
    const events = Array.from({ length: 100 }, (_, at) => ({
      event_type: type,
      event_id: `${type}:${from + at}`,
      value: 25.99,
      currency: 'USD',
      svc_click_id,
    }));
    expect((await app.conversions.sendConversion({ body: { events }, headers: key })).status).toBe(200);
    units = 0;
    await app.settle();
    return units;
  };
  await send('order_created', 1000);
  // The account counts a second type from now on.
  await send('purchase_completed', 5000);
  app.world.clock.now += 10_000;
  const read = await send('order_created', 2000);
  expect(read).toBeGreaterThan(3);
  expect(read).toBeLessThanOrEqual(12);
});
