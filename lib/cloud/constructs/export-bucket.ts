import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { bucketRemoval } from './bucket-removal.ts';

export class ExportBucket extends Bucket {
  constructor(scope: Construct, stage: Stage, accessLogs: IBucket) {
    super(scope, 'export-bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'export/',
      lifecycleRules: [
        { expiration: Duration.days(7), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      // A page of the console may only send files to a signed address.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: consoleOrigins(stage),
          allowedHeaders: ['content-type'],
          maxAge: 3600,
        },
      ],
      ...bucketRemoval(stage, { holdsData: false }),
    });
  }
}

/** CloudFront's own domain name is not known here, so only configured origins may upload. */
const consoleOrigins = ({ domain, frontEndOrigins }: Stage): string[] => [
  ...new Set([...(domain ? [`https://${domain.name}`] : []), ...frontEndOrigins]),
];
