import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { bucketRemoval } from './bucket-removal.ts';

/** Files remain in this bucket: private, encrypted, over TLS only. */
export class FilesBucket extends Bucket {
  constructor(scope: Construct, stage: Stage, accessLogs: IBucket) {
    super(scope, 'files-bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'files/',
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      ...bucketRemoval(stage, { holdsData: true }),
    });
  }
}
