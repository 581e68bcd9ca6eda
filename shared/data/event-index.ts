import type { Conversion } from '#shared/domain/conversions.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { isWaiting, type WaitingEvent } from '#shared/domain/late-match.ts';
import { afterPrefix, keyOf } from './keys.ts';
import { putEach } from './put-each.ts';
import type { Item, Table } from './table.ts';

export type EventIndex = ReturnType<typeof eventIndexIn>;

/** As long as a click may live, with its delivery grace and what it is kept after that. */
const clickIndexMs = 200 * 86_400_000;

/** Accepted events by the click id they were sent with, and by the hash of their user. */
export const eventIndexIn = (table: Table) => ({
  /** Two writes per event, or one without a user. Repeating it, also with an older state of one, changes nothing. */
  async add(conversions: readonly Conversion[]): Promise<void> {
    const waiting = conversions.filter(isWaiting);
    await putEach(table, waiting.map(byClick), 'attribute_not_exists(pk) OR attribute_exists(waiting)');
    await table.putMany(
      conversions.flatMap((conversion) => [
        ...(isWaiting(conversion) ? [] : [byClick(conversion)]),
        ...(conversion.externalUserHash ? [byUser(conversion, conversion.externalUserHash)] : []),
      ]),
    );
  },

  /** The events sent with a click id that waited for their click when they were accepted, from the primary copy. */
  async *waitingFor(
    accountId: number,
    environment: Environment,
    clickId: string,
  ): AsyncGenerator<WaitingEvent> {
    const { pk } = keyOf.eventOfClick(accountId, environment, clickId, '');
    const items = table.query<Item & { waiting?: WaitingEvent }>(pk, [' ', afterPrefix('')], {
      consistent: true,
    });
    for await (const { waiting } of items) if (waiting) yield waiting;
  },
});

function byClick(conversion: Conversion): Item {
  const { accountId, environment, clickId, eventId, receivedAt } = conversion;
  return {
    ...keyOf.eventOfClick(accountId, environment, clickId, eventId),
    kind: 'event_of_click',
    ttl: Math.ceil((Date.parse(receivedAt) + clickIndexMs) / 1000),
    eventId,
    ...(isWaiting(conversion) && { waiting: waitingEvent(conversion) }),
  };
}

const byUser = ({ accountId, environment, eventId }: Conversion, userHash: string): Item => ({
  ...keyOf.eventOfUser(accountId, environment, userHash, eventId),
  kind: 'event_of_user',
  eventId,
});

const waitingEvent = (conversion: Conversion): WaitingEvent => {
  const { accountId, environment, keyId, eventId, eventType, receivedAt, occurredAt, scopePixelKey } =
    conversion;
  return {
    ...{ accountId, environment, keyId, eventId, eventType, receivedAt, occurredAt },
    ...(scopePixelKey && { scopePixelKey }),
  };
};
