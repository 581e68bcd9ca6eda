import { Stack, Validations } from 'aws-cdk-lib';
import { type AddToPrincipalPolicyResult, PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** A policy for each role takes resources, of which a stack has 500, so policies are inline. */
export class ServiceRole extends Role {
  readonly #access: PolicyDocument;

  constructor(scope: Construct, id: string, service = 'lambda.amazonaws.com') {
    const access = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal(service),
      inlinePolicies: { access },
    });
    this.#access = access;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#access.addStatements(statement);
    for (const resource of statement.resources.map((arn) => written(Stack.of(this).resolve(arn))))
      if (resource.includes('*'))
        Validations.of(this).acknowledge({
          id: `AwsSolutions-IAM5[Resource::${resource}]`,
          reason:
            resource === '*'
              ? 'X-Ray, and metrics and alarms of CloudWatch, know no resources.'
              : 'The objects under one prefix, or the indexes or exports of one table: functions/access.ts names them.',
        });
    return { statementAdded: true, policyDependable: this };
  }
}

function written(reference: unknown): string {
  if (typeof reference === 'string') return reference;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined } = reference as Record<string, unknown>;
  if (joined) return (joined as [string, unknown[]])[1].map(written).join('');
  return `<${Ref ?? (attribute as string[]).join('.')}>`;
}
