import { type Adjustment, withAdjustments } from '#shared/conversions/rules/adjustments.ts';

const adjustment = (id: string, hour: number, more: Partial<Adjustment> = {}): Adjustment => ({
  ...{ id, net: '60', reason: 'refund', effectiveAt: `2026-11-21T1${hour}:00:00.000Z` },
  ...{ at: '2026-11-22T12:00:00.000Z', by: { kind: 'user', id: '7' } },
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
