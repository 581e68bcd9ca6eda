import type { Counted, Marked } from '#shared/cells/rules/cells.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Item } from '#shared/store/item.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';

export type Marks = ReturnType<typeof marksIn>;

/** The stream counts an item into the recount when it receives the mark. */
export const marksIn = (table: Table) => ({
  async mark(
    item: Counted,
    generation: number,
    { isLate = false, on }: { isLate?: boolean; on?: string | undefined } = {},
  ): Promise<Marked | null> {
    const key = item.kind === 'session' ? keyOf.click(item.sid) : keyOf.conversion(item.accountId, item.environment, item.eventId);
    const refusal = await refusalOf(
      table.update({
        key,
        update: `SET cellGeneration = :generation${isLate ? ', cellMarkedLate = :generation' : ''}${on ? ', cellMarkedOn = :on' : ''}`,
        condition: 'attribute_exists(pk) AND (attribute_not_exists(cellGeneration) OR cellGeneration < :generation)',
        values: { ':generation': generation, ...(on && { ':on': on }) },
      }),
    );
    if (!refusal) return { cellGeneration: generation, ...(on && { cellMarkedOn: on }) };
    return refusal.item as (Item & Marked) | null;
  },
});
