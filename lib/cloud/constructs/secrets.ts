import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret, type SecretProps } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { rootedKinds, type SecretKind, secretKinds } from '#shared/secrets.ts';

/** AWS generates `{"root": "…"}` at the first deployment; the service derives keys from the root. */
const generated: SecretProps = {
  generateSecretString: {
    secretStringTemplate: '{}',
    generateStringKey: 'root',
    passwordLength: 64,
    excludePunctuation: true,
  },
};
/** A vendor's secret is empty until `npm run ops -- secret` sets the key. */
const empty: SecretProps = { secretStringValue: SecretValue.unsafePlainText('{}') };

export const serviceSecrets = (scope: Construct, stage: Stage): ReadonlyMap<SecretKind, Secret> =>
  new Map(
    secretKinds.map((kind) => {
      const secret = new Secret(scope, `secret-${kind}`, {
        description: `adtrail: ${kind}.`,
        ...(rootedKinds.some((rooted) => rooted === kind) ? generated : empty),
        removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          "A new root keeps the former one beside it until nothing uses it, and a vendor's key comes from the vendor: `npm run ops -- secret` does both (docs/runbook.md).",
      });
      return [kind, secret];
    }),
  );
