import type { Effect as NewEffect } from '#shared/messages/effects.ts';
import { Effect } from '#shared/registry/effect.ts';
import type { Item } from '#shared/store/item.ts';

export type NewEffects = { effects: NewEffect[]; unreadable: { held: string; error: Error }[] };

export function newEffects(before: Item | null, after: Item | null): NewEffects {
  const added: NewEffects = { effects: [], unreadable: [] };
  const knownNames = new Set(entriesOf(before).map(({ name }) => name));
  for (const { name, held: effectText, entry } of entriesOf(after)) {
    if (knownNames.has(name)) continue;
    const { data, error } = Effect.safeParse(entry);
    if (data) added.effects.push(data);
    else added.unreadable.push({ held: effectText, error });
  }
  return added;
}

function entriesOf(item: Item | null): { name: string; held: string; entry: unknown }[] {
  const text = item?.effects;
  if (typeof text !== 'string') return [];
  const entries = listIn(text);
  if (!entries) return [{ name: text, held: text, entry: undefined }];
  return entries.map((entry) => {
    const effectText = JSON.stringify([entry]);
    const id = (entry as { id?: unknown } | null)?.id;
    return { name: typeof id === 'string' ? id : effectText, held: effectText, entry };
  });
}

function listIn(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
