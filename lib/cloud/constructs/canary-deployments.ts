import { Stack } from 'aws-cdk-lib';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { ServiceRole } from './service-role.ts';

export class CanaryDeployments extends Construct {
  constructor(scope: Construct, functions: readonly ServiceFunction[], alarms: Alarms, stage: Stage) {
    super(scope, 'deployments');
    const stepwise = functions.flatMap(({ live, description: { name } }) => (live ? [{ live, name }] : []));
    if (stepwise.length === 0) return;
    const { stackName } = Stack.of(this);
    const application = new CfnApplication(this, 'application', {
      applicationName: stackName,
      computePlatform: 'Lambda',
    });
    const role = new ServiceRole(this, 'role', 'codedeploy.amazonaws.com');
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: stepwise.map(({ live }) => live.functionArn),
      }),
    );
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    for (const { live, name } of stepwise) {
      const group = new CfnDeploymentGroup(this, name, {
        applicationName: application.ref,
        deploymentGroupName: name,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: `CodeDeployDefault.Lambda${stage.deployment}`,
        deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
        alarmConfiguration: {
          // An active alarm would also block the deployment that repairs its cause.
          enabled: stage.deployment !== 'AllAtOnce',
          alarms: [`${name}-errors`, `${name}-5xx`].map((id) => ({ name: alarms.of(id).alarmName })),
        },
        autoRollbackConfiguration: {
          enabled: true,
          events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
        },
      });
      (live.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: {
          applicationName: application.ref,
          deploymentGroupName: group.ref,
        },
      };
    }
  }
}
