import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues } from '#shared/aws/needs.ts';
import { clicks } from '#shared/conversions/needs.ts';
import { exportRows, exports } from '#shared/event-log/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { accountRowsIn } from './account-rows.ts';

const accountRows = ({ accounts, attribution, analysis, once }: Context) =>
  accountRowsIn({ accounts: accounts(), attribution: attribution(), analysis: analysis() }, once(exportRows));
const sizes = () => ({ pageRows: 100, partBytes: 6 * 1_048_576 });

export const needs = { accountRows, clicks, exportRows, exports, objects, queues, sizes, turns: limits };
export type Deps = DepsOf<typeof needs>;
