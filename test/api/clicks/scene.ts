import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { newAdvertiser, TestApp, World } from '#test/kit/harness.ts';

export type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;

export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** Functions cache a key for a shorter time. */
export const keyCacheMs = 61_000;

export async function factsOfClick(
  app: TestApp,
  key: string,
  { url = 'https://shop.example/', ...body }: { url?: string; referrer?: string; webdriver?: boolean } = {},
) {
  app.world.clock.now += keyCacheMs;
  const answer = await app.pixel.createSession({
    body: { key, url, ...body },
    headers: { 'user-agent': phone },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { facts } = (await storedIn(app.world).click(answer.body.sid)) ?? {};
  if (!facts) throw new Error('The click has no facts.');
  return facts;
}

export const copiesIn = async (world: World): Promise<(ClickRules | undefined)[]> =>
  (await allItems(world)).flatMap(({ pk, kind, clickRules }) =>
    pk.startsWith('KEY#') && kind === 'public' ? [clickRules as ClickRules | undefined] : [],
  );
