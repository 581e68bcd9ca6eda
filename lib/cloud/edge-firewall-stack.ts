import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EdgeAcl, edgeRegion } from './constructs/edge-acl.ts';
import type { Stage } from './stages.ts';

/** A stage in another region names this firewall as its `edgeAclArn`. */
export class EdgeFirewallStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, env: { region: edgeRegion } });
    new CfnOutput(this, 'EdgeAclArn', { value: new EdgeAcl(this, stage).arn });
  }
}
