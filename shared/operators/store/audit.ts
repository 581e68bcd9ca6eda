import { activity } from '#shared/activity/activity.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/operators/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Audit = ReturnType<typeof auditIn>;

export type AuditActor = { kind: 'operator_token' | 'operator' | 'user' | 'system'; id: string };
export type AuditEntry = {
  id: string;
  /** The time is ISO 8601 UTC. */
  at: string;
  actor: AuditActor;
  action: string;
  userId: AccountId | null;
  /** An entry outlives the account, so its details have no secret or personal data. */
  details: Record<string, unknown>;
};
export type Audited = Omit<AuditEntry, 'id' | 'at' | 'details'> & Partial<Pick<AuditEntry, 'details'>>;

export const auditPageItems = 1000;
const filteredQueryItems = 250;

export const auditIn = (table: Table, { now }: { now: () => number }) => {
  const itemsOf = ({ actor, action, userId, details = {} }: Audited): Item[] => {
    const id = newId('audit');
    const at = new Date(now()).toISOString();
    const entry = { kind: 'audit', id, at, actor, action, userId, details };
    return [null, ...(userId === null ? [] : [userId])].map((of) => ({
      ...keyOf.auditEntry(of, at, id),
      ...entry,
    }));
  };
  return {
    parts: (entry: Audited): Part[] => itemsOf(entry).map((put) => ({ put })),

    async record(entry: Audited): Promise<void> {
      const effects = await noticeOfRead(entry, now());
      const [first, ...others] = itemsOf(entry);
      const noted = { ...first, ...(effects.length > 0 && { effects: JSON.stringify(effects) }) } as Item;
      await table.transact([noted, ...others].map((put) => ({ put })));
    },

    /** A page reads a limited number of items, so it can be short or empty. */
    async page({ userId = null, action, before, limit }: AuditRange): Promise<AuditPage> {
      const { pk } = keyOf.auditEntry(userId, '', '');
      const entries: AuditEntry[] = [];
      let place = before;
      for (let readItems = 0; readItems < auditPageItems; ) {
        const pageSize = action === undefined ? limit - entries.length : filteredQueryItems;
        const { items, more } = await table.last<Item & AuditEntry>(pk, { before: place, limit: pageSize });
        for (const item of items) {
          place = item.sk;
          if ((action === undefined || item.action === action) && entries.push(item) === limit) return { entries, next: place };
        }
        if (!more) return { entries, next: null };
        readItems += items.length;
      }
      return { entries, next: place ?? null };
    },
  };
};

type AuditRange = {
  userId?: AccountId | null | undefined;
  action?: string | undefined;
  before?: string | undefined;
  limit: number;
};
export type AuditPage = { entries: AuditEntry[]; next: string | null };

/** Account holders see that an operator read their account, once an hour for each operator. */
async function noticeOfRead({ actor, action, userId, details }: Audited, now: number): Promise<Effect[]> {
  const isRead = action.startsWith('read_') || action === 'view_account' || action === 'audit_credits';
  if (!isRead || userId === null || actor.kind === 'user' || details?.found === false) return [];
  const effect = await activity('account_read', userId, { action }, { kind: 'operator', id: actor.id });
  const hour = new Date(now).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
  return [{ ...effect, id: `account_read#${userId}#${actor.id}#${hour}`, at: `${hour}:00:00.000Z` }];
}
