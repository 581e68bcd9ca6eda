import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/outbox/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';

export type DeadEffects = ReturnType<typeof deadEffectsIn>;

type DeadEffect = Item & { held: string; error: string; at: string };

export const deadEffectsIn = (table: Table, { now }: { now: () => number }) => ({
  async keep(effectText: string, error: Error): Promise<void> {
    const at = new Date(now()).toISOString();
    await table.put({
      ...keyOf.deadEffect(sha256(effectText)),
      kind: 'dead_effect',
      held: effectText,
      error: error.message,
      at,
    });
  },

  async list(most: number): Promise<{ id: string; held: string; error: string; at: string }[]> {
    const { pk } = keyOf.deadEffect('');
    const effects: { id: string; held: string; error: string; at: string }[] = [];
    for await (const { sk, held: effectText, error, at } of table.query<DeadEffect>(pk, [' ', afterPrefix('')])) {
      effects.push({ id: sk, held: effectText, error, at });
      if (effects.length === most) break;
    }
    return effects;
  },

  async redrive(): Promise<number> {
    const { pk } = keyOf.deadEffect('');
    let count = 0;
    for await (const { sk, held: effectText } of table.query<DeadEffect>(pk, [' ', afterPrefix('')], {
      consistent: true,
    })) {
      const token = randomUUID();
      await table.update({
        key: { pk, sk },
        update: 'SET effects = :held, redriveId = :token',
        values: { ':held': effectText, ':token': token },
      });
      count++;
      // An effect that failed again in parallel has no token and remains.
      await table.remove({ pk, sk }, { condition: 'redriveId = :token', values: { ':token': token } });
    }
    return count;
  },
});
