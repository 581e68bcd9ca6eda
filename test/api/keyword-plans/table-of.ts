import { tableAt } from '#shared/store/table.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

export const tableOf = ({ world }: Pick<TestApp, 'world'>) => tableAt(`${world.prefix}analysis`, testDynamo());
