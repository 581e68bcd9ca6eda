import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import { isLogged } from '#shared/event-log/log-events.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { takeDirect, webhookDeliveries, webhookEndpoints } from './needs.ts';
import { publish } from './publish.ts';
import { conversionEvents } from './rules/conversion-events.ts';

/** An endpoint that keeps failing leaves events to the log, so the log has them before its endpoint is read. */
export const webhooks = defineProjection({
  name: 'webhooks',
  after: ['log_rows'],
  needs: { takeDirect, webhookDeliveries, webhookEndpoints },
  run: ({ changes }, deps) =>
    publish(
      conversionChanges(changes).flatMap(({ before, after }) => conversionEvents(before, after, isLogged(after))),
      deps,
    ),
  onPoison: 'run_again',
});
