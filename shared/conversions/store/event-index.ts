import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { isWaiting, isWaitingForUser, type WaitingEvent } from '#shared/conversions/rules/late-match.ts';
import { type Sale, saleOf } from '#shared/conversions/rules/sales.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import { putEach } from '#shared/store/put-each.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { type KnownUser, linkOfEvent } from './identities.ts';

export type EventIndex = ReturnType<typeof eventIndexIn>;

/** As long as a click may live, with its delivery grace and what it is kept after that. */
const clickIndexMs = days(200);
/** Events of a click, or of a user, that are looked at: somebody may send one id with everything. */
const maxSales = 50;
const maxWaiting = 1000;

type IndexItem = Item & { eventId: string; waiting?: WaitingEvent; sale?: Sale };

/**
 * Accepted events by the click id they were sent with, by the click that earned them when that is another id, and by the
 * hash of their user. An event that links its user to its click needs no row of the user: the link leads to the click's.
 */
export const eventIndexIn = (table: Table) => {
  async function* waitingIn(pk: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<WaitingEvent> {
    let left = most;
    for await (const { waiting } of table.query<IndexItem>(pk, [' ', afterPrefix('')], {
      consistent: true,
    })) {
      if (left-- <= 0) return;
      if (waiting) yield waiting;
    }
  }

  return {
    /** At most three writes per event. Repeating it, also with an older state of one, changes nothing. */
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

    /** The events sent with a click id that waited for their click when they were accepted, from the primary copy. */
    waitingFor: (accountId: number, environment: Environment, clickId: string) =>
      waitingIn(keyOf.eventOfClick(accountId, environment, clickId, '').pk),

    /** The events of a user that waited for a click when they were accepted, from the primary copy. */
    waitingForUser: ({ accountId, environment, userHash }: KnownUser) =>
      waitingIn(keyOf.eventOfUser(accountId, environment, userHash, '').pk, maxWaiting),

    /** The ids of events that were sent with a click id or earned by it. */
    async ofClick(accountId: number, environment: Environment, clickId: string): Promise<string[]> {
      const { pk } = keyOf.eventOfClick(accountId, environment, clickId, '');
      const { items } = await table.last<IndexItem>(pk, { before: undefined, limit: maxSales });
      return items.map(({ eventId }) => eventId);
    },

    /** Sales among the events sent with a click id. */
    async salesOfClick(
      { accountId, environment }: Pick<Conversion, 'accountId' | 'environment'>,
      clickId: string,
    ): Promise<Sale[]> {
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

/** The click ids that an event is found by. */
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
    // A row that a link leads to is kept as long as the event.
    ...(link?.sid === clickId
      ? { userHash: link.userHash, clickedAt: link.clickedAt }
      : { ttl: Math.ceil((Date.parse(receivedAt) + clickIndexMs) / 1000) }),
    ...(isWaiting(conversion) && { waiting: waitingEvent(conversion) }),
    ...(sale && { sale }),
  };
}

/** Whether an event has a row of its user. One that waited has had it since. */
const isByUser = (event: Conversion) =>
  Boolean(event.externalUserHash) && !(linkOfEvent(event) && !event.matchedAt);

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
  const {
    accountId,
    environment,
    keyId,
    eventId,
    eventType,
    receivedAt,
    occurredAt,
    scopePixelKey,
    clickId,
  } = conversion;
  return {
    ...{ accountId, environment, keyId, eventId, eventType, receivedAt, occurredAt, clickId },
    ...(scopePixelKey && { scopePixelKey }),
  };
};
