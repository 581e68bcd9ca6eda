import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { aliasParameters } from '#shared/conversions/rules/click-id.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import { type LogEntry, logIdOf, placeOf } from '#shared/event-log/rules/event-log.ts';
import type { EventLog } from '#shared/event-log/store/event-log.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type FindDeps = { conversions: Conversions; clicks: Clicks; eventIndex: EventIndex; eventLog: EventLog };
type Owner = { accountId: AccountId; environment: Environment };

/** Finding conversions makes one read for an event's own ID, and a dozen for a click's. */
export async function conversionsOf(id: string, owner: Owner, deps: FindDeps): Promise<Conversion[]> {
  const { accountId, environment } = owner;
  const byEventId = (eventId: string) => deps.conversions.byEventId(accountId, environment, eventId);
  const namedEvent = await byEventId(id);
  if (namedEvent) return [namedEvent];
  if (placeOf(id)) {
    const entry = await deps.eventLog.byLogId(accountId, id);
    const namedConversion = entry?.eventId !== undefined && (await byEventId(entry.eventId));
    return namedConversion ? [namedConversion] : [];
  }
  const asNetwork = aliasParameters.map((name) => `${name}:${id}`);
  const clicks = await deps.clicks.named([id, ...asNetwork], owner);
  const isOwn = ({ accountId: of, environment: its }: Owner) => of === accountId && its === environment;
  const sids = [...clicks.values()].filter(isOwn).map(({ sid }) => sid);
  const eventIds = await Promise.all(
    [...new Set([id, ...asNetwork, ...sids])].map((clickId) => deps.eventIndex.ofClick(accountId, environment, clickId)),
  );
  const events = await Promise.all([...new Set(eventIds.flat())].map(byEventId));
  return events.filter((conversion) => conversion !== null).sort((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1));
}

export async function entriesOf(id: string, owner: Owner, deps: FindDeps): Promise<LogEntry[]> {
  const conversions = await conversionsOf(id, owner, deps);
  const entries = (await Promise.all(conversions.map((conversion) => deps.eventLog.ofEvent(conversion)))).flat();
  return entries.sort((a, b) => (a.receivedAt === b.receivedAt ? logOrder(a, b) : a.receivedAt < b.receivedAt ? 1 : -1));
}

const logOrder = (a: LogEntry, b: LogEntry) => (logIdOf(a) < logIdOf(b) ? 1 : -1);
