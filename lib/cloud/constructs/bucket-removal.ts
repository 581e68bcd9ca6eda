import { RemovalPolicy } from 'aws-cdk-lib';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Stage } from '#lib/cloud/stages.ts';

/** What becomes of a bucket without its stack. In a stage that is not temporary one with files in it stays, as CloudFormation deletes none. */
export const bucketRemoval = (
  { protectsData, isTemporary }: Stage,
  { holdsData }: { holdsData: boolean },
): Pick<BucketProps, 'removalPolicy' | 'autoDeleteObjects'> => ({
  removalPolicy: protectsData && holdsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  ...(isTemporary && { autoDeleteObjects: true }),
});
