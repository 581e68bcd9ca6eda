import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import { accountSettings, clicks } from '#shared/conversions/needs.ts';
import { keptMatchKeys } from '#shared/destinations/needs.ts';
import { activity } from '#shared/reports/needs.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { countCoverage } from './count-coverage.ts';
import { cachedDestinations } from './needs.ts';

export const coverage = defineProjection({
  name: 'coverage',
  after: [],
  needs: { accountSettings, activity, cachedDestinations, clicks, keptMatchKeys },
  run: ({ changes, shardId }, deps) => countCoverage(conversionChanges(changes), shardId, deps),
  onPoison: 'recount',
});
