import fc from 'fast-check';
import { type Adjustment, lastEffectiveAt, withAdjustments } from '#shared/conversions/rules/adjustments.ts';

const adjustment = (id: string, hour: number, more: Partial<Adjustment> = {}): Adjustment => ({
  id,
  net: '60',
  reason: 'refund',
  effectiveAt: `2026-11-21T1${hour}:00:00.000Z`,
  at: '2026-11-22T12:00:00.000Z',
  by: { kind: 'user', id: '7' },
  ...more,
});

it('an adjustment that is repeated later keeps the arrival, the actor and the note of the first', () => {
  const first = adjustment('adj_1', 1, { note: 'by phone' });
  const repeated = adjustment('adj_1', 1, { at: '2026-11-23T12:00:00.000Z', by: { kind: 'user', id: '8' } });
  expect(withAdjustments([first], [repeated])).toEqual([first]);
});

it('the 20 newest adjustments of an event are kept, in the order of their times, not of their arrival', () => {
  const all = Array.from({ length: 21 }, (_, at) =>
    adjustment(`adj_${at}`, 0, { effectiveAt: `2026-11-21T${String(at).padStart(2, '0')}:00:00.000Z` }),
  );
  const [oldest, ...newest] = all;
  expect(withAdjustments(newest, oldest ? [oldest] : [])).toEqual(newest);
});

it('adjustments of an event end equal in every order of arrival, and the last time decides', () => {
  const timeOf = (minute: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + minute * 60_000).toISOString();
  const anyStatement = fc.tuple(
    fc.constantFrom('0', '60', '85.5'),
    fc.constantFrom('refund' as const, 'cancellation' as const),
    fc.constantFrom<readonly boolean[]>([true], [false], [true, false]),
  );
  const statements = fc.array(anyStatement, { minLength: 1, maxLength: 14 }).map((all) =>
    all.flatMap(([net, reason, forms], minute) =>
      forms.map((isByArrival) =>
        adjustment(`adj_${minute}`, 0, {
          net,
          reason,
          effectiveAt: timeOf(minute),
          at: timeOf(minute),
          ...(isByArrival && { isByArrival: true }),
        }),
      ),
    ),
  );
  const shuffled = statements.chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray(all, { minLength: all.length }),
      batch: fc.integer({ min: 1, max: 4 }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ all, order, batch }) => {
      const inOrder = withAdjustments([], all);
      let stored: readonly Adjustment[] = [];
      for (let at = 0; at < order.length; at += batch) stored = withAdjustments(stored, order.slice(at, at + batch));
      expect(stored).toEqual(inOrder);
      expect(withAdjustments(stored, order)).toEqual(inOrder);
      const [newest, last] = [all.at(-1), stored.at(-1)];
      expect([last?.net, last && lastEffectiveAt(last)]).toEqual([newest?.net, newest?.effectiveAt]);
    }),
    { numRuns: 300 },
  );
});
