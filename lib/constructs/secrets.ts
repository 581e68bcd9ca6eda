import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/stages.ts';

/** `{"root": "…"}`, made by AWS at the first deployment; the application derives its keys from it. */
export class ServiceSecret extends Secret {
  constructor(scope: Construct, stage: Stage) {
    super(scope, 'secrets', {
      description: 'Root of the keys that sign tokens and hash personal data.',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'root',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
