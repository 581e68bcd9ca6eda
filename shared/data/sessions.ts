import type { Session } from '#shared/domain/attribution.ts';
import { keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Sessions = ReturnType<typeof sessionsIn>;

/** Kept after their end, so that a late event still learns that its click is expired and not unknown. */
const keptAfterExpiryMs = 90 * 86_400_000;

/** Ad-click sessions, by click id. */
export const sessionsIn = (table: Table) => ({
  /** One cheap read; a second one only when the cheap copy has not heard of the session. */
  byId: (sid: string): Promise<Session | null> => table.find<Item & Session>(keyOf.session(sid)),

  async create(session: Session): Promise<void> {
    const ttl = Math.ceil((Date.parse(session.expiresAt) + keptAfterExpiryMs) / 1000);
    await table.put({ ...keyOf.session(session.sid), kind: 'session', ttl, ...session });
  },
});
