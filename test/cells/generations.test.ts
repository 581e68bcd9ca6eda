import { type CellRecount, type CellState, generationOf, noProgress, noState, relevantRecounts } from '#shared/cells/rules/generations.ts';

const recount = (generation: number, changes: Partial<CellRecount> = {}): CellRecount => ({
  generation,
  from: '2026-11-01',
  to: '2026-11-10',
  openedAt: '',
  bornFrom: '',
  counted: {},
  progress: noProgress,
  closedAt: '2026-11-20T00:00:00.000Z',
  ...changes,
});
const stateOf = (recounts: CellRecount[]): CellState => ({
  recounts: relevantRecounts(recounts),
  sealedThrough: '',
  last: 9,
});
const read = (state: CellState, day: string) => (['clicks', 'click'] as const).map((series) => generationOf(state, { series, day }));

describe('recounts that decide what reports read', () => {
  it('are the newest ones, and one that a newer covers is forgotten', () => {
    const state = stateOf([recount(1), recount(2, { to: '2026-11-12' })]);
    expect(state.recounts.map(({ generation }) => generation)).toEqual([2]);
    expect([read(state, '2026-11-05'), read(state, '2026-11-13')]).toEqual([
      [2, 2],
      [0, 0],
    ]);
  });

  it('of a day whose clicks are no longer all stored are those of before, which is not forgotten', () => {
    const state = stateOf([recount(1), recount(2, { keptClickDays: ['2026-11-05'] })]);
    expect([read(state, '2026-11-05'), read(state, '2026-11-06')]).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('are not those under way, nor those that are covered in part only', () => {
    const { closedAt: _, ...open } = recount(3);
    const state = stateOf([recount(1), recount(2, { from: '2026-11-06' }), open]);
    expect(state.recounts).toHaveLength(3);
    expect([read(state, '2026-11-05'), read(state, '2026-11-06')]).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

it('a recount begins with nothing marked, so that one of no items closes', () => {
  expect(noProgress).toEqual({ done: [], marked: 0, clicks: {} });
  expect(noState).toEqual({ recounts: [], sealedThrough: '', last: 0 });
});
