import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';

/** AWS's own key would let no other service publish to an encrypted topic. */
export function topicKey(scope: Construct, { protectsData }: Stage): Key {
  const key = new Key(scope, 'topic-key', {
    description: 'adtrail: encrypts the topics of alarms and of bounced mail.',
    enableKeyRotation: true,
    removalPolicy: protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  for (const service of ['cloudwatch.amazonaws.com', 'ses.amazonaws.com'])
    key.grantEncryptDecrypt(
      new ServicePrincipal(service, {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
      }),
    );
  return key;
}
