import { queues } from '#shared/aws/needs.ts';
import { conflictingEvents, conversionChanges, shownEvents } from '#shared/conversions/conversion-changes.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { applyLateErasures } from './apply-late-erasures.ts';
import { logEvents } from './log-events.ts';
import { adjustedRows, clickRows, eventLog, tombstones } from './needs.ts';

type Changes = Batch['changes'];

export const logRows = defineProjection({
  name: 'log_rows',
  after: [],
  needs: { adjustedRows, clickRows, eventLog, queues },
  async run({ changes }, deps) {
    const accepted = [...shownEvents(changes), ...reclassifiedEvents(changes)];
    await Promise.all([
      logEvents(accepted, conflictingEvents(changes), deps),
      deps.clickRows.write(clicksToList(changes)),
      deps.adjustedRows.write(conversionChanges(changes)),
    ]);
  },
  onPoison: 'run_again',
});

/** An erasure writes its tombstone before it reads index and links, so this check follows both. */
export const lateErasures = defineProjection({
  name: 'late_erasures',
  after: ['user_links'],
  needs: { queues, tombstones },
  run: ({ changes }, deps) => applyLateErasures(shownEvents(changes), deps),
  onPoison: 'run_again',
});

/** Only cells and the log store the channel and traffic of a click. */
const reclassifiedEvents = (changes: Changes): Conversion[] =>
  conversionChanges(changes)
    .filter(
      ({ before, after }) =>
        before?.click && (before.click.channel !== after.click?.channel || before.click.traffic !== after.click?.traffic),
    )
    .map(({ after }) => after);

/** The log may lack rows for new clicks, and for older clicks that a recount marked. */
const clicksToList = (changes: Changes): Click[] =>
  changes.flatMap(({ before, after }) =>
    after?.kind === 'session' && (!before || before.cellGeneration !== after.cellGeneration) ? [after as unknown as Click] : [],
  );
