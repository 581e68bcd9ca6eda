import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  type Code,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  RuntimeManagementMode,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceFunction as FunctionDescription } from '#lib/cloud/functions.ts';
import { stageLimits, type UrlFunction } from '#lib/cloud/limits/stage-limits.ts';
import type { Stage } from '#lib/cloud/stages.ts';
import { statementsOf } from './function-access.ts';
import { environmentOf } from './function-environment.ts';
import type { Resources } from './resources.ts';
import { ServiceRole } from './service-role.ts';

type Props = { description: FunctionDescription; code: Code; resources: Resources; stage: Stage };

export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction;
  readonly live: Alias | null;
  readonly description: FunctionDescription;

  constructor(scope: Construct, { description, code, resources, stage }: Props) {
    super(scope, description.name);
    this.description = description;
    const logGroup = new LogGroup(this, 'logs', {
      logGroupName: `/${Stack.of(this).stackName}/${description.name}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    // Lambda's managed policy allows writes to every log group of the AWS account, so the role has its own policy.
    const role = new ServiceRole(this, 'role');
    logGroup.grantWrite(role);
    for (const statement of statementsOf(description.access, resources, stage)) role.addToPolicy(statement);
    const reserved = stageLimits(stage).reserved[description.name as UrlFunction];
    this.fn = new LambdaFunction(this, 'function', {
      functionName: functionNameOf(Stack.of(this), description.name),
      runtime: Runtime.NODEJS_24_X,
      // Code caches belong to a Node version, so only a deployment updates Node.
      runtimeManagementMode: RuntimeManagementMode.FUNCTION_UPDATE,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel[stage.lambdaLogLevel],
      memorySize: description.memoryMb,
      timeout: Duration.seconds(description.timeoutSeconds),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      environment: environmentOf(description.access, resources, stage),
      tracing: isTraced(description.name) ? Tracing.ACTIVE : Tracing.DISABLED,
      // Lambda would stop a chain of 16 messages as a loop, although a worker may continue its own work.
      ...(worksForItself(description) && { recursiveLoop: RecursiveLoop.ALLOW }),
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    this.live =
      !stage.isTemporary && isReplacedStepwise(description.name)
        ? new Alias(this, 'live', { aliasName: liveAlias, version: this.fn.currentVersion as IVersion })
        : null;
  }
}

export const liveAlias = 'live';

/** A deployment replaces these functions stepwise, so a faulty version reaches few callers. */
export const isReplacedStepwise = (name: string): boolean => ['conversions', 'auth', 'pixel'].includes(name);

/** Lambda's traces of the busiest functions would cost more than their writes. */
const isTraced = (name: string): boolean => !['conversions', 'conversion-totals', 'pixel'].includes(name);

const worksForItself = ({ access: { sends = [], works = [] } }: FunctionDescription) => sends.some((queue) => works.includes(queue));

export const functionNameOf = ({ stackName }: Stack, name: string) => `${stackName}-${name}`;
