import { type Closers, cloudCredentials, placesIn } from '#lib/ops/restore/places.ts';
import type { RestoreTarget } from '#lib/ops/restore/restore-target.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { type SignedAws, signedAws } from '#shared/aws/signed-aws.ts';
import type { LocalBucket, Stage } from './stage.ts';

/** The services of a stage that a move writes to. */
export type Cloud = {
  target: RestoreTarget;
  secrets: SignedAws;
  queues: SignedAws;
  bucket(name: LocalBucket): ObjectStore;
};

/** Opens a stage with the credentials of the AWS command line, which are renewed during the move. */
export async function cloudOf({ region, tables, buckets }: Stage, closers: Closers): Promise<Cloud> {
  process.env.AWS_REGION = region;
  const { env } = process;
  const { credentials } = await cloudCredentials(closers);
  const endpointOf = (service: string) => env[`AWS_ENDPOINT_URL_${service}`] ?? env.AWS_ENDPOINT_URL;
  return {
    target: await placesIn(closers).target({ kind: 'tables', tableNames: tables }),
    secrets: signedAws({
      ...{ service: 'secretsmanager', jsonVersion: '1.1', region, credentials },
      endpoint: endpointOf('SECRETS_MANAGER'),
    }),
    queues: signedAws({
      ...{ service: 'sqs', jsonVersion: '1.0', region, credentials },
      endpoint: endpointOf('SQS'),
    }),
    bucket: (name) =>
      s3ObjectStore({ bucket: buckets[name], region, endpoint: endpointOf('S3'), credentials }),
  };
}
