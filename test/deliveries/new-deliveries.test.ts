import { earliestOf } from '#shared/deliveries/rules/waiting-place.ts';
import { addToLanes } from '#shared/deliveries/store/new-deliveries.ts';

const items = {
  kind: 'letter',
  retentionMs: 1000,
  targetKey: () => ({ pk: 'target', sk: '' }),
  deliveryKey: ({ accountId, id }: { accountId: number; id: string }, place: string) => ({
    pk: `${accountId}#${id}`,
    sk: place,
  }),
  effectOf: () => ({ id: 'effect' }),
};
const target = { accountId: 1, id: 'box_1' };
const deliveryAt = (at: number) => ({
  eventId: `e${at}`,
  at: new Date(Date.parse('2026-11-21T12:00:00Z') + at * 1000).toISOString(),
  status: 'pending' as const,
  attempts: 0,
});

it.each([1, 499, 500, 501, 1201])(
  'of %d deliveries that wait, each is written once, and the lane begins with the earliest',
  async (count) => {
    const deliveries = Array.from({ length: count }, (_, at) => ({
      delivery: deliveryAt(count - 1 - at),
      target,
    }));
    const written: { at: string }[] = [];
    const table = {
      getMany: async () => [],
      putMany: async (items: never[]) => void written.push(...items),
    } as unknown as Parameters<typeof addToLanes>[1];
    const places = await addToLanes(deliveries, table, items, Date.parse('2026-11-22T00:00:00Z'));
    expect(written.map(({ at }) => at)).toEqual(deliveries.map(({ delivery }) => delivery.at));
    expect(earliestOf(places)).toEqual([{ target, place: '2026-11-21T12:00:00.000Z#e0' }]);
  },
);

it('targets of two accounts with the same ID have lanes of their own', () => {
  const placesOf = (accountId: number, places: readonly string[]) => places.map((place) => ({ target: { accountId, id: 'meta' }, place }));
  expect(earliestOf([...placesOf(1, ['b', 'a']), ...placesOf(2, ['d', 'c'])])).toEqual([...placesOf(1, ['a']), ...placesOf(2, ['c'])]);
});
