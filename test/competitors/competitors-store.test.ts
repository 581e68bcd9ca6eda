import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { analysisOf, competitorOf } from '#test/api/competitors/scene.ts';
import { newWorld } from '#test/kit/harness.ts';

it("competitors are listed best first, and lite results follow the user's own", async () => {
  const table = analysisOf(await newWorld());
  const competitors = competitorsIn(table);
  const give = async (source: 'direct_web_search' | 'lite_signup', names: readonly string[]) => {
    const found = names.map((name) => competitorOf(1, name, { source }));
    await table.transact(competitors.replaced(1, source, found, await competitors.setOf(1)).parts);
    return (await competitors.ofUser(1)).map(({ name }) => name);
  };
  expect(await give('lite_signup', ['Zebra', 'Mule'])).toEqual(['Zebra', 'Mule']);
  expect(await give('direct_web_search', ['Yak', 'Bear', 'Zebra'])).toEqual(['Yak', 'Bear', 'Zebra', 'Mule']);
  expect(await give('lite_signup', ['Ant', 'Bear', 'Mule'])).toEqual(['Yak', 'Zebra', 'Ant', 'Bear', 'Mule']);
  expect(await give('direct_web_search', ['Elk', 'Cow'])).toEqual(['Elk', 'Cow', 'Ant', 'Mule']);
});
