import { randomInt } from 'node:crypto';
import { creditsIn } from '#shared/credits/store/credits.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import type { World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export function ledgerOf(world: World, dynamo: Dynamo = testDynamo()) {
  const calls: string[] = [];
  const counted: Dynamo = (operation, input) => {
    const { TransactItems } = input as { TransactItems?: unknown[] };
    calls.push(TransactItems ? `${operation} of ${TransactItems.length}` : operation);
    return dynamo(operation, input);
  };
  const table = tableAt(`${world.prefix}accounts`, counted);
  return { credits: creditsIn(table, { now: () => world.clock.now }), table, calls };
}

export const newUserId = () => randomInt(1, 2 ** 47);

let entries = 0;
export const entry = <E extends object>(given: E = {} as E) => ({
  reason: 'A test',
  claim: `test#${++entries}`,
  actor: 'test',
  ...given,
});
