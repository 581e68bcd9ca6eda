import { signed } from './context.ts';
import { s3ObjectStore } from './s3-object-store.ts';

export function bucketAt(bucket: string) {
  const { region, endpoint, credentials } = signed({}, 'S3');
  return s3ObjectStore({ bucket, region, endpoint, credentials });
}
