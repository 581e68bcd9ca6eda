import { sdkQueues, sdkSecrets } from '#lib/ops/aws/sdk-calls.ts';
import { sdkFiles } from '#lib/ops/aws/sdk-files.ts';
import { type Closers, cloudTables } from '#lib/ops/restore/places.ts';
import type { LocalBucket, Stage } from './stage.ts';

export type Cloud = ReturnType<typeof cloudOf>;

export function cloudOf({ region, tables, buckets }: Stage, closers: Closers) {
  process.env.AWS_REGION = region;
  return {
    target: cloudTables(tables, closers),
    secrets: sdkSecrets(),
    queues: sdkQueues(),
    bucket: (name: LocalBucket) => sdkFiles(buckets[name]),
  };
}
