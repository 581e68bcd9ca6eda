import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { isWaiting, isWaitingForUser, type WaitingEvent } from '#shared/conversions/rules/late-match.ts';
import { type Sale, saleOf } from '#shared/conversions/rules/sales.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { putEach } from '#shared/store/put-each.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type KnownUser, linkOfEvent, type PlaceInIndex } from './identities.ts';

export type EventIndex = ReturnType<typeof eventIndexIn>;

/** The index covers a click's longest window, its delivery grace and its retention. */
const clickIndexMs = days(200);
/** A client may send all its events with one click ID. */
const maxSales = 50;
const maxWaiting = 1000;

type IndexItem = Item & { eventId: string; waiting?: WaitingEvent; sale?: Sale };

/** An event that links its user to its click needs no row of the user. */
export const eventIndexIn = (table: Table) => {
  async function* waitingIn(pk: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<WaitingEvent> {
    let remaining = most;
    for await (const { waiting } of table.query<IndexItem>(pk, [' ', afterPrefix('')], {
      consistent: true,
    })) {
      if (remaining-- <= 0) return;
      if (waiting) yield waiting;
    }
  }

  /** Returns event IDs in their order. */
  async function idsIn(pk: string, { after, limit }: PlaceInIndex): Promise<string[]> {
    const from = after === undefined ? ' ' : `${after} `;
    const ids: string[] = [];
    for await (const { eventId } of table.query<IndexItem>(pk, [from, afterPrefix('')], { consistent: true, pageItems: limit })) {
      ids.push(eventId);
      if (ids.length === limit) break;
    }
    return ids;
  }

  return {
    idsOfClick: (accountId: AccountId, environment: Environment, clickId: string, place: PlaceInIndex) =>
      idsIn(keyOf.eventOfClick(accountId, environment, clickId, '').pk, place),

    idsOfUser: ({ accountId, environment, userHash }: KnownUser, place: PlaceInIndex) =>
      idsIn(keyOf.eventOfUser(accountId, environment, userHash, '').pk, place),

    /** An event takes at most three writes. Repeats change nothing. */
    async add(conversions: readonly Conversion[]): Promise<void> {
      const waiting = conversions.flatMap((event) => [
        ...(isWaiting(event) ? [byClick(event, event.clickId)] : []),
        ...(isWaitingForUser(event) ? [byUser(event)] : []),
      ]);
      await putEach(table, waiting, 'attribute_not_exists(pk) OR attribute_exists(waiting)');
      await table.putMany(
        conversions.flatMap((event) => [
          ...(isWaiting(event) ? [] : clickIdsIn(event).map((clickId) => byClick(event, clickId))),
          ...(isByUser(event) && !isWaitingForUser(event) ? [byUser(event)] : []),
        ]),
      );
    },

    waitingFor: (accountId: AccountId, environment: Environment, clickId: string) =>
      waitingIn(keyOf.eventOfClick(accountId, environment, clickId, '').pk),

    waitingForUser: ({ accountId, environment, userHash }: KnownUser) =>
      waitingIn(keyOf.eventOfUser(accountId, environment, userHash, '').pk, maxWaiting),

    async ofClick(accountId: AccountId, environment: Environment, clickId: string): Promise<string[]> {
      const { pk } = keyOf.eventOfClick(accountId, environment, clickId, '');
      const { items } = await table.last<IndexItem>(pk, { before: undefined, limit: maxSales });
      return items.map(({ eventId }) => eventId);
    },

    async *eventsOfClick(accountId: AccountId, environment: Environment, sid: string): AsyncGenerator<string[]> {
      const { pk } = keyOf.eventOfClick(accountId, environment, sid, '');
      const range = [' ', afterPrefix('')] as const;
      let part: string[] = [];
      for await (const { eventId } of table.query<IndexItem>(pk, range, { consistent: true })) {
        part.push(eventId);
        if (part.length < maxSales) continue;
        yield part;
        part = [];
      }
      if (part.length > 0) yield part;
    },

    async salesOfClick({ accountId, environment }: Pick<Conversion, 'accountId' | 'environment'>, clickId: string): Promise<Sale[]> {
      if (!clickId) return [];
      const { pk } = keyOf.eventOfClick(accountId, environment, clickId, '');
      const { items } = await table.last<IndexItem>(pk, {
        before: undefined,
        limit: maxSales,
        consistent: true,
      });
      return items.flatMap(({ sale }) => sale ?? []);
    },
  };
};

export const clickIdsIn = ({ clickId, click }: Pick<Conversion, 'clickId' | 'click'>): string[] => [
  ...new Set([clickId, click?.sid ?? ''].filter(Boolean)),
];

function byClick(conversion: Conversion, clickId: string): Item {
  const { accountId, environment, eventId, receivedAt } = conversion;
  const sale = saleOf(conversion);
  const link = linkOfEvent(conversion);
  return {
    ...keyOf.eventOfClick(accountId, environment, clickId, eventId),
    kind: 'event_of_click',
    eventId,
    // A user's link to a click needs the row as long as the event exists.
    ...(link?.sid === clickId
      ? { userHash: link.userHash, clickedAt: link.clickedAt }
      : { ttl: Math.ceil((Date.parse(receivedAt) + clickIndexMs) / 1000) }),
    ...(isWaiting(conversion) && { waiting: waitingEvent(conversion) }),
    ...(sale && { sale }),
  };
}

const isByUser = (event: Conversion) => Boolean(event.externalUserHash) && !(linkOfEvent(event) && !event.matchedAt);

const byUser = (conversion: Conversion): Item => {
  const { accountId, environment, eventId, externalUserHash = '' } = conversion;
  return {
    ...keyOf.eventOfUser(accountId, environment, externalUserHash, eventId),
    kind: 'event_of_user',
    eventId,
    ...(isWaitingForUser(conversion) && { waiting: waitingEvent(conversion) }),
  };
};

const waitingEvent = (conversion: Conversion): WaitingEvent => {
  const { accountId, environment, keyId, eventId, eventType, receivedAt, occurredAt, scopePixelKey, clickId } = conversion;
  return {
    accountId,
    environment,
    keyId,
    eventId,
    eventType,
    receivedAt,
    occurredAt,
    clickId,
    ...(scopePixelKey && { scopePixelKey }),
  };
};
