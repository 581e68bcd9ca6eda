import { Duration, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { bucketRemoval } from './bucket-removal.ts';

/** S3 logs access to the service's other buckets in this bucket for 90 days. */
export class AccessLogBucket extends Bucket {
  constructor(scope: Construct, stage: Stage) {
    super(scope, 'access-log-bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [
        { expiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      ...bucketRemoval(stage, { holdsData: false }),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds the access logs of the other buckets; a log of its own would fill itself.',
    });
  }
}
