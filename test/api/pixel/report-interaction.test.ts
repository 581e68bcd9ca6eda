import { keyOf } from '#shared/conversions/items.ts';
import { tableAt } from '#shared/store/table.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it.each([
  ['of a click that asked for it', { verify: true }, true, true],
  ['of a click that did not ask for it', {}, true, false],
  ['with the key of another pixel', { verify: true }, false, false],
])('an interaction %s is noted or not, and accepted', async (_, facts, isOwn, isNoted) => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const sid = await owner.click();
  const key = isOwn ? owner.pixelKey : (await newAdvertiser(app)).pixelKey;
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  for (const name of Object.keys(facts))
    await table.update({
      key: keyOf.click(sid),
      update: `SET facts.${name} = :true`,
      values: { ':true': true },
    });
  expect(await app.pixel.reportInteraction({ body: { key, sid } })).toMatchObject({
    status: 202,
    body: { accepted: true },
  });
  const item = await table.get(keyOf.click(sid), { consistent: true });
  expect((item as unknown as { facts: { interacted?: boolean } }).facts.interacted ?? false).toBe(isNoted);
});
