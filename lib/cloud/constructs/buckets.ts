import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { longestChain } from '#shared/backup/order-backup.ts';
import { variables } from '#shared/env.ts';

type Props = Pick<BucketProps, 'versioned' | 'cors'> & {
  stage: Stage;
  accessLogs?: IBucket;
  holdsData: boolean;
  lifecycle?: LifecycleRule;
  otherRules?: LifecycleRule[];
};

export class PrivateBucket extends Bucket {
  constructor(scope: Construct, name: string, { stage, accessLogs, holdsData, lifecycle, otherRules = [], ...props }: Props) {
    super(scope, `${name}-bucket`, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      ...(accessLogs && { serverAccessLogsBucket: accessLogs, serverAccessLogsPrefix: `${name}/` }),
      lifecycleRules: [{ ...lifecycle, abortIncompleteMultipartUploadAfter: Duration.days(1) }, ...otherRules],
      removalPolicy: stage.protectsData && holdsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(stage.isTemporary && { autoDeleteObjects: true }),
    });
  }
}

/** S3 logs access to the service's other buckets in this bucket for 90 days. */
export function accessLogBucket(scope: Construct, stage: Stage): Bucket {
  const lifecycle = { expiration: Duration.days(90) };
  const bucket = new PrivateBucket(scope, 'access-log', { stage, holdsData: false, lifecycle });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'It holds the access logs of the other buckets; a log of its own would fill itself.',
  });
  return bucket;
}

export function backupBucket(scope: Construct, stage: Stage, accessLogs: IBucket): Bucket {
  const [form] = variables.BACKUP_RETENTION_DAYS;
  const retentionDays = form().catch(form().parse(undefined)).parse(stage.settings.BACKUP_RETENTION_DAYS);
  return new PrivateBucket(scope, 'backup', {
    stage,
    accessLogs,
    holdsData: true,
    versioned: true,
    lifecycle: {
      expiration: Duration.days(retentionDays + longestChain),
      noncurrentVersionExpiration: Duration.days(14),
    },
    otherRules: [{ expiredObjectDeleteMarker: true }],
  });
}

export const exportBucket = (scope: Construct, stage: Stage, accessLogs: IBucket): Bucket =>
  new PrivateBucket(scope, 'export', {
    stage,
    accessLogs,
    holdsData: false,
    lifecycle: { expiration: Duration.days(7) },
    // A page of the console may only send files to a signed address.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT],
        allowedOrigins: consoleOrigins(stage),
        allowedHeaders: ['content-type'],
        maxAge: 3600,
      },
    ],
  });

/** CloudFront's own domain name is not known here, so only configured origins may upload. */
const consoleOrigins = ({ domain, frontEndOrigins }: Stage): string[] => [
  ...new Set([...(domain ? [`https://${domain.name}`] : []), ...frontEndOrigins]),
];
