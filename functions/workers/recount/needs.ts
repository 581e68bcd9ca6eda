import { streamNeeds } from '#functions/projections.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { seals, storedOfDay } from '#shared/cells/needs.ts';
import { logDays } from '#shared/event-log/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { accountTasks } from '#shared/tasks/needs.ts';

const attribution = (context: Context) => context.attribution();
const pageItems = () => 500;
const scan = ({ env, dynamo }: Context) => tableScan(env.TABLE_ATTRIBUTION, dynamo);

export const needs = {
  ...streamNeeds,
  attribution,
  pageItems,
  reclassification,
  retentionDays: logDays,
  scan,
  seals,
  storedOfDay,
  tasks: accountTasks,
  turns: limits,
};
export type Deps = DepsOf<typeof needs>;
