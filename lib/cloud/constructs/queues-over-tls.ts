import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnQueuePolicy, type Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const refusesPlainConnections = () =>
  new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['sqs:*'],
    resources: ['*'],
    conditions: { Bool: { 'aws:SecureTransport': 'false' } },
  });

/**
 * Every queue rejects connections without TLS. All queues share one policy, because a stack may have 500
 * resources. A queue has at most one policy, so queues in `withOwnPolicy` get the statement in their own.
 */
export class QueuesOverTls extends Construct {
  constructor(scope: Construct, queues: readonly Queue[], withOwnPolicy: readonly Queue[]) {
    super(scope, 'queues-over-tls');
    for (const queue of withOwnPolicy) queue.addToResourcePolicy(refusesPlainConnections());
    new CfnQueuePolicy(this, 'policy', {
      queues: queues.filter((queue) => !withOwnPolicy.includes(queue)).map(({ queueUrl }) => queueUrl),
      policyDocument: new PolicyDocument({ statements: [refusesPlainConnections()] }),
    });
  }
}
