import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import type { Item, Key } from '#shared/data/item.ts';
import { afterPrefix, keyOf } from '#shared/data/keys.ts';
import type { PixelEvent, PixelVisit } from '#shared/data/pixel-events.ts';
import { tableAt } from '#shared/data/table.ts';
import type { Session } from '#shared/domain/attribution.ts';
import type { Environment } from '#shared/domain/keys.ts';
import type { World } from '#test/harness.ts';

type Kept<T> = Item & T & { ttl: number };

/** What the attribution table holds, seen past the service. */
export function storedIn({ prefix, clock }: World) {
  const table = tableAt(`${prefix}attribution`, sdkDynamo());
  const day = new Date(clock.now).toISOString().slice(0, 10);
  const partition = <T extends Item>({ pk }: Key) =>
    Array.fromAsync(table.query<T>(pk, [' ', afterPrefix('')]));

  return {
    session: (sid: string) => table.get<Kept<Session>>(keyOf.session(sid), { consistent: true }),
    alias: (accountId: number, name: string, value: string) =>
      table.get<Kept<{ sid: string }>>(keyOf.alias(accountId, 'live', name, value), { consistent: true }),
    /** Today's events of browsers, in the order they came. */
    events: (accountId: number, environment: Environment = 'live') =>
      partition<Kept<PixelVisit & PixelEvent>>(keyOf.pixelEvent(accountId, environment, day, '', '')),
    /** Which partitions of browser events today has, as `account#environment`. */
    days: async () => (await partition(keyOf.pixelDay(day, 0, 'live'))).map(({ sk }) => sk),
  };
}
