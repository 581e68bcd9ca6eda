import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import type { Projection } from '#shared/worker/projections.ts';
import { type PublishDeps, publish } from './publish.ts';
import { conversionEvents } from './rules/conversion-events.ts';

export const webhooks: Projection<PublishDeps> = {
  name: 'webhooks',
  after: [],
  run: ({ changes }, deps) =>
    publish(
      conversionChanges(changes).flatMap(({ before, after }) => conversionEvents(before, after)),
      deps,
    ),
  onPoison: 'run_again',
};
