import { dayKeysIn } from '#shared/destinations/store/day-keys.ts';
import { matchKeysIn } from '#shared/destinations/store/match-keys.ts';
import { visitsIn } from '#shared/destinations/store/visits.ts';
import { tableAt } from '#shared/store/table.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { newAdvertiser, TestApp, World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
type Settings = Parameters<TestApp['destinations']['changeDestination']>[0]['body'];
type Network = Parameters<TestApp['destinations']['changeDestination']>[0]['params']['network'];

/** Functions cache a key for a shorter time. */
export const keyCacheMs = 61_000;

export async function setDestination(
  app: TestApp,
  owner: Pick<Advertiser, 'headers'>,
  settings: Settings = { state: 'collecting' },
  network: Network = 'meta',
) {
  const answer = await app.destinations.changeDestination({ params: { network }, body: settings, headers: owner.headers });
  app.world.clock.now += keyCacheMs;
  return bodyOf(answer);
}

const tableOf = (world: World, name: string) => tableAt(world.prefix + name, testDynamo());

export function storedIn(world: World) {
  const now = () => world.clock.now;
  const dayKeys = dayKeysIn(tableOf(world, 'transient'), { now });
  return { dayKeys, matchKeys: matchKeysIn(tableOf(world, 'attribution'), { dayKeys }), visits: visitsIn(dayKeys) };
}

export const itemsOf = async (world: World, kind: string, table?: string) =>
  (await allItems(world, table)).filter((item) => item.kind === kind);

/** The pixel's answer of a visitor, as the pixel stores it. */
export const setConsent = (world: World, sid: string, adUserData: 'granted' | 'denied') =>
  tableOf(world, 'attribution').update({
    key: { pk: `SESSION#${sid}`, sk: 'SESSION' },
    update: 'SET consent = :consent',
    condition: 'attribute_exists(pk)',
    values: { ':consent': { adUserData, origin: 'page', at: new Date(world.clock.now).toISOString() } },
  });
