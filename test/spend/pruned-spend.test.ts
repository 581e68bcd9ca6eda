import { prunedSpendIn } from '#shared/spend/store/pruned-spend.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it('the place of the prune of replaced spend never goes back when a slower worker notes an earlier import', async () => {
  const { prefix } = await newWorld();
  const pruned = prunedSpendIn(tableAt(`${prefix}attribution`, testDynamo()));
  for (const importId of ['spend_1', 'spend_3', 'spend_2']) await pruned.note(7, 'live', importId);
  expect(await pruned.through(7, 'live')).toBe('spend_3');
  expect(await pruned.through(7, 'test')).toBe('');
});
