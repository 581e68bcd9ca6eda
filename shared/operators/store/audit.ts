import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { newId } from '#shared/values/ids.ts';

export type Audit = ReturnType<typeof auditIn>;

/** The actor; `id` is the operator token's short name, the operator's or user's id, or the job's name. */
export type AuditActor = { kind: 'operator_token' | 'operator' | 'user' | 'system'; id: string };
export type AuditEntry = {
  id: string;
  /** ISO 8601 in UTC. */
  at: string;
  actor: AuditActor;
  /** A verb in snake_case. */
  action: string;
  /** The user that it affects; `null` when it affects none. */
  userId: number | null;
  /** Never a secret, an e-mail address or a phone number: entries outlive the account. */
  details: Record<string, unknown>;
};
/** The fields of an entry; its id and time are added. */
export type Audited = Omit<AuditEntry, 'id' | 'at' | 'details'> & Partial<Pick<AuditEntry, 'details'>>;

/** Items one page may read, however few of them it is asked for. */
export const auditPageItems = 1000;
/** Items a query reads when a filter may drop most of them. */
const filteredQueryItems = 250;

/** The permanent audit log: each entry twice, among all and among those of its user. */
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
    /** The entry as steps of the action's own transaction, so that both are written or neither. */
    parts: (entry: Audited): Part[] => itemsOf(entry).map((put) => ({ put })),

    /** Writes the entry by itself, all or nothing: for what is only read. */
    record: (entry: Audited): Promise<void> => table.transact(itemsOf(entry).map((put) => ({ put }))),

    /**
     * Entries newest first, of all or of one user, that come after the place `before`. A page reads a bounded number of
     * items, so with `action` it can be short or even empty; the end is where `next` is null.
     */
    async page({ userId = null, action, before, limit }: AuditRange): Promise<AuditPage> {
      const { pk } = keyOf.auditEntry(userId, '', '');
      const entries: AuditEntry[] = [];
      let place = before;
      for (let read = 0; read < auditPageItems; ) {
        const wanted = action === undefined ? limit - entries.length : filteredQueryItems;
        const { items, more } = await table.last<Item & AuditEntry>(pk, { before: place, limit: wanted });
        for (const item of items) {
          place = item.sk;
          if ((action === undefined || item.action === action) && entries.push(item) === limit)
            return { entries, next: place };
        }
        if (!more) return { entries, next: null };
        read += items.length;
      }
      return { entries, next: place ?? null };
    },
  };
};

type AuditRange = {
  userId?: number | null | undefined;
  action?: string | undefined;
  before?: string | undefined;
  limit: number;
};
export type AuditPage = { entries: AuditEntry[]; next: string | null };
