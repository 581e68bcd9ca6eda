import type { Effect as NewEffect } from '#shared/messages/effects.ts';
import { Effect } from '#shared/registry/effect.ts';
import type { Item } from '#shared/store/item.ts';
import { addedEntries } from './added-entries.ts';

export type NewEffects = { effects: NewEffect[]; unreadable: { held: string; error: Error }[] };

export function newEffects(before: Item | null, after: Item | null): NewEffects {
  const added: NewEffects = { effects: [], unreadable: [] };
  for (const { held: effectText, entry } of addedEntries(before, after)) {
    const { data, error } = Effect.safeParse(entry);
    if (data) added.effects.push(data);
    else added.unreadable.push({ held: effectText, error });
  }
  return added;
}
