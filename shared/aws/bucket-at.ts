import { signed } from './context.ts';
import { s3ObjectStore } from './s3-object-store.ts';

/** Links to files lead to `linkBase`, or to S3 if it is empty. */
export function bucketAt(bucket: string, linkBase = '') {
  const { region, endpoint, credentials } = signed({}, 'S3');
  return s3ObjectStore({ bucket, region, endpoint, linkBase, credentials });
}
