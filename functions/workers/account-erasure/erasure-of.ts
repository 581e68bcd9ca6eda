import { items } from '#functions/items.ts';
import type { Invitation } from '#shared/licences/rules/licences.ts';
import type { Item } from '#shared/store/item.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';

export type ErasureAct = 'remove' | 'remove_partition' | 'blank' | 'end_invitations';

const kinds = new Map<string, ItemKind>(Object.entries(items));

export function erasureOf(item: Item, gone: ReadonlySet<number>, now: number): ErasureAct | null {
  const [prefix = '', owner] = item.pk.split('#');
  const { erasure } = kinds.get(prefix) ?? { erasure: 'kept' };
  const has = (id: unknown) => gone.has(Number(id));
  if (erasure === 'ledger') return has(owner) && item.sk.startsWith('TX#') && item.reason ? 'blank' : null;
  if (erasure === 'pk') {
    // When a client is erased, its managers lose their links to it.
    return has(owner) || (prefix === 'MANAGER' && has(item.clientUserId)) ? 'remove' : null;
  }
  // An invited address has no known account, so each night of erasures ends expired invitations.
  if (erasure === 'licence') return hasExpired(item, now) ? 'end_invitations' : null;
  if (erasure === 'sk') return has(item.sk.split('#').at(-1)) ? 'remove' : null;
  if (erasure === 'kept' || !(has(item.userId) || has(item.accountId))) return null;
  return erasure === 'partition' ? 'remove_partition' : 'remove';
}

const hasExpired = ({ invitations }: Item, now: number) =>
  Array.isArray(invitations) && invitations.some(({ expiresAt }: Invitation) => Date.parse(expiresAt) <= now);
