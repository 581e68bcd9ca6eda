import { Stack } from 'aws-cdk-lib';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';

/**
 * How many requests of pages X-Ray records: one in a thousand. Its own default, one a second and 5 % of the rest, would cost
 * more than the write of a click.
 */
export class TraceSampling extends Construct {
  constructor(scope: Construct) {
    super(scope, 'trace-sampling');
    new CfnSamplingRule(this, 'pixel', {
      samplingRule: {
        ruleName: `${Stack.of(this).stackName}-pixel`,
        priority: 100,
        version: 1,
        reservoirSize: 0,
        fixedRate: 0.001,
        // With or without the stage before it.
        urlPath: '*/api/v1/pixel/*',
        host: '*',
        httpMethod: '*',
        resourceArn: '*',
        serviceName: '*',
        serviceType: '*',
      },
    });
  }
}
