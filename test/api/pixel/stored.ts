import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import type { PixelEvent, PixelVisit } from '#shared/event-log/store/pixel-events.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tableAt } from '#shared/store/table.ts';
import type { World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Kept<T> = Item & T & { ttl: number };

export function storedIn({ prefix, clock }: World) {
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const day = new Date(clock.now).toISOString().slice(0, 10);
  const partition = <T extends Item>({ pk }: Key) => Array.fromAsync(table.query<T>(pk, [' ', afterPrefix('')]));

  return {
    click: (sid: string) => table.get<Kept<Click>>(keyOfConversions.click(sid), { consistent: true }),
    alias: (accountId: number, name: string, value: string) =>
      table.get<Kept<{ sid: string }>>(keyOfConversions.alias(accountId, 'live', name, value), {
        consistent: true,
      }),
    events: (accountId: number, environment: Environment = 'live') =>
      partition<Kept<PixelVisit & PixelEvent>>(keyOfEventLog.pixelEvent(accountId, environment, day, { at: '', id: '' })),
    days: async () => (await partition(keyOfEventLog.pixelDay(day, 0, 'live'))).map(({ sk }) => sk),
  };
}
