import { accountTasks, depsOf, limits } from '#functions/deps.ts';
import { projectionNeedsOver } from '#functions/projections.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { reclassificationOver } from '#shared/reclassification/deps.ts';
import { tableScan } from '#shared/store/table-scan.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, dynamo, attribution } = context;
  const queues = queueSender(env, host);
  const projection = projectionNeedsOver(attribution(), { env, now, queues });
  const retentionDays = env.PIXEL_EVENTS_RETENTION_DAYS;
  return {
    ...projection,
    attribution: attribution(),
    seals: sealsIn(attribution(), { now, scale: projection.scale, cellStates: projection.cellStates }),
    storedOfDay: storedOfDayIn(attribution(), { now, retentionDays }),
    retentionDays,
    reclassification: reclassificationOver(attribution(), { now }),
    queues,
    ...depsOf(context, { tasks: accountTasks, turns: limits }),
    scan: tableScan(env.TABLE_ATTRIBUTION, dynamo),
    pageItems: 500,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
