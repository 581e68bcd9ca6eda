import { keyOf } from '#shared/cells/items.ts';
import {
  type CellRecount,
  type CellState,
  clockRoomMs,
  isOpen,
  type MarkProgress,
  noProgress,
  noState,
  recountToContinue,
  relevantRecounts,
} from '#shared/cells/rules/generations.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type StateItem = Item & CellState & { accountId: AccountId; version: number };
export type CellStates = ReturnType<typeof cellStatesIn>;

export function cellStatesIn(table: Table, { now }: { now: () => number }) {
  const stateItem = (accountId: AccountId) => table.get<StateItem>(keyOf.cellState(accountId), { consistent: true });

  /** A concurrent change causes a retry. If `next` returns `null`, the state stays. */
  async function change(accountId: AccountId, next: (state: CellState) => CellState | null): Promise<void> {
    await retryOnConflict('busy', async () => {
      const before = await stateItem(accountId);
      const after = next(before ?? noState);
      if (!after) return null;
      const { recounts, sealedThrough, last } = after;
      const item = {
        ...keyOf.cellState(accountId),
        kind: 'cell_state',
        accountId,
        recounts,
        sealedThrough,
        last,
        version: (before?.version ?? 0) + 1,
      };
      const write = before
        ? table.put(item, 'version = :version', { values: { ':version': before.version } })
        : table.put(item, 'attribute_not_exists(pk)');
      return (await tookEffect(write)) ? null : conflict;
    });
  }

  const changeRecount = (accountId: AccountId, generation: number, next: (recount: CellRecount) => CellRecount | null) =>
    change(accountId, (state) => {
      const recount = state.recounts.find((candidate) => candidate.generation === generation);
      const changed = recount && next(recount);
      if (!changed) return null;
      const recounts = state.recounts.map((candidate) => (candidate === recount ? changed : candidate));
      return { ...state, recounts: relevantRecounts(recounts) };
    });

  return {
    /** A call reads a hundred states, with strong consistency. */
    async of(accountIds: readonly number[]): Promise<ReadonlyMap<number, CellState>> {
      const keys = [...new Set(accountIds)].map(keyOf.cellState);
      const items = await table.getMany<StateItem>(keys, { consistent: true });
      return new Map(items.map((item) => [item.accountId, item]));
    },

    async one(accountId: AccountId): Promise<CellState> {
      return (await stateItem(accountId)) ?? noState;
    },

    async sealThrough(accountId: AccountId, day: string): Promise<void> {
      await change(accountId, (state) => (day <= state.sealedThrough ? null : { ...state, sealedThrough: day }));
    },

    /** An open recount of other days is dropped. */
    async openRecount(
      accountId: AccountId,
      { from, to }: Pick<CellRecount, 'from' | 'to'>,
      { counted, since, taskId }: Pick<CellRecount, 'counted'> & { since: string; taskId?: string | undefined },
    ): Promise<CellRecount> {
      let opened: CellRecount | undefined;
      await change(accountId, (state) => {
        opened = recountToContinue(state.recounts, { from, to, taskId });
        if (opened) return null;
        opened = {
          generation: state.last + 1,
          from,
          to,
          ...(taskId && { taskId }),
          openedAt: new Date(now()).toISOString(),
          bornFrom: laterOf(new Date(now() + clockRoomMs).toISOString(), since),
          counted,
          progress: noProgress,
        };
        const others = state.recounts.filter((recount) => !isOpen(recount));
        return { ...state, last: state.last + 1, recounts: [...others, opened] };
      });
      return opened as CellRecount;
    },

    marking: (accountId: AccountId, generation: number, progress: MarkProgress): Promise<void> =>
      changeRecount(accountId, generation, (recount) => (isOpen(recount) ? { ...recount, progress } : null)),

    markedAll: (
      accountId: AccountId,
      generation: number,
      { marked, keptClickDays }: Required<Pick<CellRecount, 'marked' | 'keptClickDays'>>,
    ): Promise<void> => changeRecount(accountId, generation, (recount) => (isOpen(recount) ? { ...recount, marked, keptClickDays } : null)),

    /** The call is idempotent. */
    close: (accountId: AccountId, generation: number): Promise<void> =>
      changeRecount(accountId, generation, (recount) =>
        isOpen(recount) && recount.marked !== undefined
          ? { ...recount, counted: {}, progress: noProgress, closedAt: new Date(now()).toISOString() }
          : null,
      ),
  };
}

const laterOf = (a: string, b: string) => (a > b ? a : b);
