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
import { longestChain } from '#shared/backup/order-backup.ts';
import { variables } from '#shared/env.ts';
import { bucketRemoval } from './bucket-removal.ts';

const afterDeletion = Duration.days(14);

export class BackupBucket extends Bucket {
  constructor(scope: Construct, stage: Stage, accessLogs: IBucket) {
    const [form] = variables.BACKUP_RETENTION_DAYS;
    const retentionDays = form().catch(form().parse(undefined)).parse(stage.settings.BACKUP_RETENTION_DAYS);
    super(scope, 'backup-bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'backup/',
      versioned: true,
      lifecycleRules: [
        {
          expiration: Duration.days(retentionDays + longestChain),
          noncurrentVersionExpiration: afterDeletion,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { expiredObjectDeleteMarker: true },
      ],
      ...bucketRemoval(stage, { holdsData: true }),
    });
  }
}
