import { items } from '#functions/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';

export type ErasureAct = 'remove' | 'remove_partition' | 'blank';

const kinds = new Map<string, ItemKind>(Object.entries(items));

export function erasureOf(item: Item, gone: ReadonlySet<number>): ErasureAct | null {
  const [prefix = '', owner] = item.pk.split('#');
  const { erasure } = kinds.get(prefix) ?? { erasure: 'kept' };
  const has = (id: unknown) => gone.has(Number(id));
  if (erasure === 'ledger') return has(owner) && item.sk.startsWith('TX#') && item.reason ? 'blank' : null;
  if (erasure === 'pk') {
    // When a client is erased, its managers lose their links to it.
    return has(owner) || (prefix === 'MANAGER' && has(item.clientUserId)) ? 'remove' : null;
  }
  if (erasure === 'sk') return has(item.sk.split('#').at(-1)) ? 'remove' : null;
  if (erasure === 'kept' || !(has(item.userId) || has(item.accountId))) return null;
  return erasure === 'partition' ? 'remove_partition' : 'remove';
}
