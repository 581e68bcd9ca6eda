import { randomUUID } from 'node:crypto';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';

export type DeadEffects = ReturnType<typeof deadEffectsIn>;

/** `held` is the text of an item's attribute `effects`, so that a redrive passes it to the outbox again. */
type DeadEffect = Item & { held: string; error: string; at: string };

/** Effects that could not be delivered. They remain until an operator sends them again. */
export const deadEffectsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Stores an effect once. */
  async keep(held: string, error: Error): Promise<void> {
    const at = new Date(now()).toISOString();
    await table.put({
      ...keyOf.deadEffect(sha256(held)),
      kind: 'dead_effect',
      held,
      error: error.message,
      at,
    });
  },

  /** Returns some of the stored effects in no particular order. */
  async list(most: number): Promise<{ id: string; held: string; error: string; at: string }[]> {
    const { pk } = keyOf.deadEffect('');
    const found: { id: string; held: string; error: string; at: string }[] = [];
    for await (const { sk, held, error, at } of table.query<DeadEffect>(pk, [' ', afterPrefix('')])) {
      found.push({ id: sk, held, error, at });
      if (found.length === most) break;
    }
    return found;
  },

  /** Passes every stored effect to the outbox again, through the table's stream, and returns their number. */
  async redrive(): Promise<number> {
    const { pk } = keyOf.deadEffect('');
    let count = 0;
    for await (const { sk, held } of table.query<DeadEffect>(pk, [' ', afterPrefix('')], {
      consistent: true,
    })) {
      const token = randomUUID();
      await table.update({
        key: { pk, sk },
        update: 'SET effects = :held, redriveId = :token',
        values: { ':held': held, ':token': token },
      });
      count++;
      // An effect that failed again in parallel has no token and remains.
      await table.remove({ pk, sk }, { condition: 'redriveId = :token', values: { ':token': token } });
    }
    return count;
  },
});
