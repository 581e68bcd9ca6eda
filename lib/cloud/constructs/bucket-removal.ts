import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Stage } from '#lib/cloud/stages.ts';

export const bucketRemoval = (
  { protectsData, isTemporary }: Stage,
  { holdsData }: { holdsData: boolean },
): Pick<BucketProps, 'removalPolicy' | 'autoDeleteObjects'> => ({
  removalPolicy: protectsData && holdsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  ...(isTemporary && { autoDeleteObjects: true }),
});
