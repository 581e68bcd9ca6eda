import { bucketAt } from '#shared/aws/bucket-at.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { erasureFilesIn } from '#shared/event-log/store/erasure-files.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, attribution } = createContext(host);
  return {
    now,
    random,
    erasures: erasuresIn(attribution(), { now }),
    erasureFiles: erasureFilesIn(bucketAt(env.BACKUP_BUCKET)),
    queues: queueSender(env, host),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
