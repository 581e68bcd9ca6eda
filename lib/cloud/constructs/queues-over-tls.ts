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

/** A policy that all queues share saves resources, of which a stack has 500. */
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
