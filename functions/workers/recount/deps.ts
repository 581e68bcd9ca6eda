import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { reclassificationOver } from '#shared/reclassification/deps.ts';
import { projectionDepsOver } from '#shared/reports/projection-deps.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, dynamo, accounts, attribution } = createContext(host);
  const queues = queueSender(env, host);
  const projection = projectionDepsOver(attribution(), { env, now, queues });
  const cells = cellDepsOver(attribution(), { now, scale: projection.scale });
  const retentionDays = env.PIXEL_EVENTS_RETENTION_DAYS;
  return {
    ...projection,
    ...cells,
    attribution: attribution(),
    seals: sealsIn(attribution(), { now, scale: projection.scale, cellStates: cells.cellStates }),
    storedOfDay: storedOfDayIn(attribution(), { now, retentionDays }),
    retentionDays,
    reclassification: reclassificationOver(attribution(), { now }),
    random,
    queues,
    tasks: tasksIn(accounts(), { now }),
    turns: rateLimitsIn(accounts(), { now }),
    scan: tableScan(env.TABLE_ATTRIBUTION, dynamo),
    pageItems: 500,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
