import { eraseNames } from '#shared/reconciliation/erase-names.ts';
import { noCounts } from '#shared/reconciliation/rules/reconciliations.ts';

it('a write that is later than another erasure brings none of its names back', async () => {
  const current = { accountId: 7, counts: { ...noCounts, missing: 2 }, named: 2, attempt: 'a' };
  const rowOf = (userHash: string | null, at: number) => ({
    order: { orderId: `${at}`, clickId: null, userHash },
  });
  let rows = ['ada', 'eve'].map(rowOf);
  const erased = new Set(['ada']);
  const depsWith = (beforeWrite: () => Promise<unknown>) =>
    ({
      parts: {
        rows: async () => rows,
        writeRows: async (...[, , , , after]: unknown[]) => {
          await beforeWrite();
          rows = after as typeof rows;
        },
        removeOthers: async () => {},
      },
      tombstones: {
        erasuresFor: async () => [...erased].map((userHash) => ({ selector: { userHash } })),
      },
    }) as never;
  const erase = (beforeWrite: () => Promise<unknown>) => eraseNames(current as never, 0, () => false, depsWith(beforeWrite));
  await erase(async () => {
    if (erased.has('eve')) return;
    erased.add('eve');
    await erase(async () => {});
    expect(rows).toEqual([null, null].map(rowOf));
  });
  expect(rows).toEqual([null, null].map(rowOf));
});
