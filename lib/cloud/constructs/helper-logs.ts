import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** Without this construct, the log groups of CDK's own functions would remain after the stack is deleted. */
export class HelperLogs extends Construct {
  constructor(stack: Stack) {
    super(stack, 'helper-logs');
    const helpers = stack.node.children.filter(({ node }) => node.id.startsWith('Custom::'));
    const resources = stack.node.findAll().filter((construct) => construct instanceof CfnResource);
    for (const [at, helper] of helpers.entries()) {
      const helperResources = helper.node.findAll().filter((construct) => construct instanceof CfnResource);
      const fn = helperResources.find(({ cfnResourceType }) => cfnResourceType === 'AWS::Lambda::Function') as CfnResource;
      const group =
        helperResources.find(({ cfnResourceType }) => cfnResourceType === 'AWS::Logs::LogGroup') ??
        (new LogGroup(this, `helper${at}`, {
          logGroupName: `/aws/lambda/${fn.ref}`,
          retention: RetentionDays.ONE_WEEK,
        }).node.defaultChild as CfnResource);
      group.applyRemovalPolicy(RemovalPolicy.DESTROY);
      for (const resource of resources) if (resource.cfnResourceType.startsWith('Custom::')) resource.addResourceDependency(group);
    }
  }
}
