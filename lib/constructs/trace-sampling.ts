import { Stack } from 'aws-cdk-lib';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';

/**
 * How many requests X-Ray records. Its own default, one a second and 5 % of the rest, would cost more than the writes of
 * a conversion: of events and clicks it is one in a thousand.
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
