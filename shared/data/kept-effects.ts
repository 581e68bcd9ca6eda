import type { Effect } from '#shared/domain/effects.ts';
import { keyOf } from './keys.ts';
import type { Table } from './table.ts';

export type KeptEffects = ReturnType<typeof keptEffectsIn>;

/** Effects whose work is not built yet: each is kept, for ever, for the worker to come. */
export const keptEffectsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Keeps an effect; one that is kept already stays as it is. */
  async keep(effect: Effect): Promise<void> {
    await table.putNew({
      ...keyOf.keptEffect(effect.kind, effect.id),
      kind: 'kept_effect',
      effect,
      keptAt: new Date(now()).toISOString(),
    });
  },
});
