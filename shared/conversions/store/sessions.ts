import { aliasesOf, type Session } from '#shared/conversions/rules/attribution.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

export type Sessions = ReturnType<typeof sessionsIn>;

/** A late event must learn that its click is expired and not unknown. */
const retentionAfterExpiryMs = days(90);

/** Ad-click sessions, by click id. */
export const sessionsIn = (table: Table) => ({
  /** An eventually consistent read is followed by a strongly consistent read only for a missing session. */
  byId: (sid: string): Promise<Session | null> => table.find<Item & Session>(keyOf.session(sid)),

  /**
   * The newest session holds a shared alias. Returns `null`, or the session that has the click ID already,
   * with nothing changed.
   */
  async create(session: Session): Promise<Session | null> {
    const { sid, accountId, environment } = session;
    const ttl = Math.ceil((Date.parse(session.expiresAt) + retentionAfterExpiryMs) / 1000);
    const item = { ...keyOf.session(sid), kind: 'session', ttl, ...session };
    const aliases = aliasesOf(session).map(({ name, value }) => ({
      put: { ...keyOf.alias(accountId, environment, name, value), kind: 'alias', ttl, sid },
    }));
    if (aliases.length === 0) return table.putNew<Item & Session>(item);
    const refusal = await refusalOf(
      table.transact([{ put: item, condition: 'attribute_not_exists(pk)' }, ...aliases]),
    );
    return refusal && (refusal.item as Item & Session);
  },
});
