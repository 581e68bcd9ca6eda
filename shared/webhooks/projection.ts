import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { takeDirect, webhookDeliveries, webhookEndpoints } from './needs.ts';
import { publish } from './publish.ts';
import { conversionEvents } from './rules/conversion-events.ts';

export const webhooks = defineProjection({
  name: 'webhooks',
  after: [],
  needs: { takeDirect, webhookDeliveries, webhookEndpoints },
  run: ({ changes }, deps) =>
    publish(
      conversionChanges(changes).flatMap(({ before, after }) => conversionEvents(before, after)),
      deps,
    ),
  onPoison: 'run_again',
});
