import { heldTable, WorkLost } from '#shared/store/held-table.ts';
import { ConditionFailed, StoreUnavailable } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';

const check = { check: { pk: 'work', sk: 'lease' }, condition: '#token = :token' };
const itemAt = (place: number) => ({ pk: `item ${place}`, sk: '1', kind: 'x' });

/** `refusal` answers each transaction, and null takes it. */
function scene(refusal: (parts: readonly Part[]) => Error | null) {
  const calls: (readonly Part[])[] = [];
  const transact = async (parts: readonly Part[]) => {
    calls.push(parts);
    const error = refusal(parts);
    if (error) throw error;
  };
  return { calls, held: heldTable({ transact } as unknown as Table, check) };
}
const failureOf = (write: Promise<unknown>) =>
  write.then(
    () => null,
    (error: Error) => error,
  );

describe('writes that hold only with a check', () => {
  it('share a transaction if they are made at once, but two of one item do not', async () => {
    const { calls, held } = scene(() => null);
    await Promise.all([0, 1, 2, 1, 3].map((place) => held.put(itemAt(place))));
    expect(calls).toEqual([
      [check, ...[0, 1, 2].map((place) => ({ put: itemAt(place) }))],
      [check, ...[1, 3].map((place) => ({ put: itemAt(place) }))],
    ]);
  });

  it('are refused alone', async () => {
    const isRefused = (part: Part) => 'put' in part && part.put.pk === 'item 1';
    const { held } = scene((parts) => {
      const part = parts.findIndex(isRefused);
      return part < 0 ? null : new ConditionFailed(itemAt(1), { part });
    });
    const failures = await Promise.all([0, 1, 2].map((place) => failureOf(held.put(itemAt(place)))));
    expect(failures).toMatchObject([null, { item: itemAt(1), part: 0 }, null]);
  });

  it.each([
    ['the work is lost', new ConditionFailed(null, { part: 0 }), WorkLost],
    ['the store is away', new StoreUnavailable(new Error('timeout')), StoreUnavailable],
  ])('end together with one call if %s', async (_, refusal, expected) => {
    const { calls, held } = scene(() => refusal);
    const places = Array.from({ length: 16 }, (_, place) => place);
    const failures = await Promise.all(places.map((place) => failureOf(held.put(itemAt(place)))));
    expect(failures.every((failure) => failure instanceof expected)).toBe(true);
    expect(calls).toHaveLength(1);
  });
});
