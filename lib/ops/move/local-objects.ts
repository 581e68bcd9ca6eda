import { join } from 'node:path';
import { createBucket } from '#lib/local/create-bucket.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { region } from '#lib/local/environment.ts';
import { engineCredentials } from '#lib/local/sign-locally.ts';
import type { Closers } from '#lib/ops/restore/places.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import type { LocalBucket } from './stage.ts';

export async function localObjects(directory: string, closers: Closers) {
  const credentials = engineCredentials(directory);
  const key = credentials.secretAccessKey;
  const engine = await startFauxqs(join(directory, 'queues'), region, { key, hasOpenQueues: false });
  closers.unshift(() => engine.stop());
  return async (bucket: LocalBucket): Promise<ObjectStore> => {
    await createBucket(engine.endpoint, bucket, key);
    return s3ObjectStore({ bucket, region, endpoint: engine.endpoint, credentials: () => credentials });
  };
}
