import { keyOf as keyOfApiKeys } from '#shared/api-keys/items.ts';
import { namesOfWalk } from '#shared/canary/rules/names-of-walk.ts';
import { keyOf as keyOfCells } from '#shared/cells/items.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { dayLists, keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { keyOf as keyOfReports } from '#shared/reports/items.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { overflowKeysOf } from '#shared/store/overflow-shards.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { CanaryWalk } from './canary-walks.ts';

type Row = Item & { kind?: string; sha256?: string; id?: string; externalUserHash?: string };

/** A run makes so few rows that its day has no parts. */
const row = { id: '', at: '', receivedAt: '' };
const bases = ['occurred', 'received', 'click'];

const series = ['clicks', 'click', 'click_later', 'occurred'];

export async function removeRowsOf({ id, accountId, startedAt }: CanaryWalk, table: Table): Promise<void> {
  const { clickId, eventId } = namesOfWalk(id);
  const of = [accountId, 'test'] as const;
  const owner = { accountId, environment: 'test' };
  const began = Date.parse(startedAt);
  const its = [began, began + days(1)].map((at) => new Date(at).toISOString().slice(0, 10));
  const rowsIn = async ({ pk }: Key): Promise<Row[]> =>
    await Array.fromAsync(table.query<Row>(pk, [' ', afterPrefix('')], { consistent: true }));
  const remove = (keys: readonly Key[]) => table.removeMany(keys);

  const conversion = keyOfConversions.conversion(...of, eventId);
  const event = await table.get<Row>(conversion, { consistent: true });
  const hash = event?.externalUserHash;
  const account = await rowsIn(keyOfApiKeys.apiKey(accountId, ''));
  const partitions = [
    ...(hash ? [keyOfConversions.eventOfUser(...of, hash, ''), keyOfConversions.clickOfUser(...of, hash, '', '')] : []),
    keyOfConversions.eventOfClick(...of, clickId, ''),
    keyOfConversions.userOfClick(...of, clickId, ''),
    ...its.flatMap((day) => [
      keyOfEventLog.logEntry(...of, day, row),
      keyOfEventLog.logPayload(...of, day, row),
      keyOfEventLog.tally(...of, day, row),
      keyOfEventLog.clickRow(...of, day, { at: '', id: '' }),
      keyOfCells.cellNames(owner, day, 0),
    ]),
    keyOfReports.activityNames(...of, '', ''),
  ];
  for (const partition of partitions) await remove(await rowsIn(partition));
  const scale = await table.get<Item & { largeFrom: string }>(keyOfReports.streamScale());
  const counters = [
    keyOfReports.activity(...of, { day: '', metric: '', detail: '' }),
    ...bases.map((basis) => keyOfReports.total(...of, basis, '', '')),
    ...series.map((seriesName) => keyOfCells.cell(owner, seriesName, { day: '', arrived: '', id: '' })),
  ];
  for (const key of counters) {
    const rows = await rowsIn(key);
    for (const pk of overflowKeysOf(key.pk, rows, [' ', afterPrefix('')], scale?.largeFrom ?? null))
      await remove(await rowsIn({ pk, sk: '' }));
    await remove(rows);
  }
  await remove([
    ...account.flatMap((key) => (key.sha256 && key.id ? [keyOfApiKeys.apiKeySecret(key.sha256), keyOfApiKeys.accountOfKey(key.id)] : [])),
    ...its.flatMap((day) => [undefined, accountId % dayLists].map((list) => keyOfEventLog.pixelDay(day, ...of, list))),
    keyOfConversions.click(clickId),
    keyOfEventLog.tombstone(accountId, sha256(`click ${clickId}`)),
  ]);
  await remove([...account, conversion]);
}
