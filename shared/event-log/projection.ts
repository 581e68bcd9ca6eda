import { isDeepStrictEqual } from 'node:util';
import { queues } from '#shared/aws/needs.ts';
import type { StoredConsent } from '#shared/consent/rules/consent.ts';
import { conflictingEvents, conversionChanges, shownEvents } from '#shared/conversions/conversion-changes.ts';
import { clicks, conversions, eventIndex, identities } from '#shared/conversions/needs.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { type Conversion, consentOfEvent } from '#shared/conversions/rules/conversions.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { newId } from '#shared/values/ids.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { applyConsent, consentMessageOf } from './apply-consent.ts';
import { applyLateErasures } from './apply-late-erasures.ts';
import { logEvents } from './log-events.ts';
import { adjustedRows, clickRows, eventLog, matchKeys, tombstones } from './needs.ts';
import { erasureQueue } from './queues.ts';

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

const clicksAtOnce = 8;
/** A client may send all its events with one click ID, so the queue does the rest. */
const eventsInBatch = 200;

/** A click's later consent reaches its stored events. */
export const consents = defineProjection({
  name: 'consents',
  after: ['event_index', 'user_links'],
  needs: { clicks, conversions, eventIndex, identities, matchKeys, queues },
  async run({ changes }, deps) {
    await forEachConcurrent(clicksWithNewConsent(changes), clicksAtOnce, async ({ accountId, environment, sid, consent: said }) => {
      const { next } = await applyConsent({ accountId, environment, sid, said }, eventsInBatch, deps);
      for (const task of next) await deps.queues.send(erasureQueue, consentMessageOf(task, newId('consent')));
    });
  },
  onPoison: 'run_again',
});

const clicksWithNewConsent = (changes: Changes): (Click & { consent: StoredConsent })[] =>
  changes.flatMap(({ before, after }) =>
    before && after?.kind === 'session' && after.consent && !after.erasedAt && !isDeepStrictEqual(before.consent, after.consent)
      ? [after as unknown as Click & { consent: StoredConsent }]
      : [],
  );

/** Only cells and the log store the channel and traffic of a click, and only the log the consent that counts. */
const reclassifiedEvents = (changes: Changes): Conversion[] =>
  conversionChanges(changes)
    .filter(({ before, after }) => before !== null && (hasOtherFacts(before, after) || hasOtherConsent(before, after)))
    .map(({ after }) => after);

const hasOtherFacts = (before: Conversion, after: Conversion) =>
  before.click !== undefined && (before.click.channel !== after.click?.channel || before.click.traffic !== after.click?.traffic);

const hasOtherConsent = (before: Conversion, after: Conversion) =>
  !after.erasedAt && consentOfEvent(before).adUserData !== consentOfEvent(after).adUserData;

/** The log may lack rows for new clicks, and for older clicks that a recount marked. */
const clicksToList = (changes: Changes): Click[] =>
  changes.flatMap(({ before, after }) =>
    after?.kind === 'session' && (!before || before.cellGeneration !== after.cellGeneration) ? [after as unknown as Click] : [],
  );
