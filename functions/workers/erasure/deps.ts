import { bucketAt } from '#shared/aws/bucket-at.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { erasureFilesIn } from '#shared/event-log/store/erasure-files.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';
import { tombstonesIn } from '#shared/event-log/store/tombstones.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { reconciliationsIn } from '#shared/reconciliation/store/reconciliations.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, attribution } = createContext(host);
  return {
    now,
    random,
    erasures: erasuresIn(attribution(), { now }),
    erasureFiles: erasureFilesIn(bucketAt(env.BACKUP_BUCKET)),
    reconciliations: reconciliationsIn(attribution(), { now }),
    parts: reconciliationPartsIn(attribution()),
    tombstones: tombstonesIn(attribution()),
    queues: queueSender(env, host),
    /** A message works this long on reconciliations, and another message continues. */
    workSeconds: 20,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
