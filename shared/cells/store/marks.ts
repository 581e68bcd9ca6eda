import type { Counted } from '#shared/cells/rules/cells.ts';
import { keyOf } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';

export type Marks = ReturnType<typeof marksIn>;

/** Marks of recounts on stored clicks and events. The stream counts an item into the recount when it hears of the mark. */
export const marksIn = (table: Table) => ({
  /** Whether the item is still there, and has the mark by now. */
  async mark(item: Counted, generation: number): Promise<boolean> {
    const key =
      item.kind === 'session'
        ? keyOf.session(item.sid)
        : keyOf.conversion(item.accountId, item.environment, item.eventId);
    const refusal = await refusalOf(
      table.update({
        key,
        update: 'SET cellGeneration = :generation',
        condition:
          'attribute_exists(pk) AND (attribute_not_exists(cellGeneration) OR cellGeneration < :generation)',
        values: { ':generation': generation },
      }),
    );
    return !refusal || refusal.item !== null;
  },
});
