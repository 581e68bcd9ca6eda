import { signed } from './context.ts';
import { s3ObjectStore } from './s3-object-store.ts';

/** Object storage of a bucket, by the process's own region and credentials. */
export function bucketAt(bucket: string) {
  const { region, endpoint, credentials } = signed({}, 'S3');
  return s3ObjectStore({ bucket, region, endpoint, credentials });
}
