import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  RestApiMode,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import { minCompressionBytes, type ServiceDescription } from '#lib/cloud/service-description.ts';
import type { Stage } from '#lib/cloud/stages.ts';

import { apiDefinition } from './api-definition.ts';
import { functionNameOf } from './service-function.ts';
import { ServiceRole } from './service-role.ts';

type Props = {
  served: ServiceDescription['served'];
  streamedFunctions: ServiceDescription['streamedFunctions'];
  unroutedFunction: string;
  qualifierOf: (group: string) => string | null;
  stage: Stage;
};

/** The access log has no addresses, user agents, queries or path values. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    request_id: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTime(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    latency_ms: AccessLogField.contextResponseLatency(),
    function_ms: AccessLogField.contextIntegrationLatency(),
    response_bytes: AccessLogField.contextResponseLength(),
    gateway_error: AccessLogField.contextErrorResponseType(),
  }),
);

const documentationThrottling = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };

export class RestApi extends Construct {
  readonly api: SpecRestApi;
  /** Unlike CDK's URL, this URL does not refer to the deployment, so functions may depend on it. */
  readonly baseUrl: string;
  readonly unanswered: Metric;

  constructor(scope: Construct, { served, streamedFunctions, unroutedFunction, qualifierOf, stage }: Props) {
    super(scope, 'api');
    const stack = Stack.of(this);
    const { throttling } = stageLimits(stage);
    const arnOf = (group: string) => arnOfFunction(stack, group, qualifierOf(group));
    // A permission for each function would add 18 resources, so API Gateway calls them with a role.
    const caller = new ServiceRole(this, 'caller', 'apigateway.amazonaws.com');
    caller.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.keys(served).map(arnOf) }));
    const accessLog = this.#accessLog(stage);
    this.unanswered = unansweredIn(accessLog, stack.stackName);
    this.api = new SpecRestApi(this, 'rest', {
      restApiName: stack.stackName,
      apiDefinition: ApiDefinition.fromInline(
        apiDefinition({
          title: stack.stackName,
          served,
          streamedFunctions,
          unroutedFunction,
          uriOf: (group, isStreamed) => uriOf(stack, arnOf(group), isStreamed),
          credentials: caller.roleArn,
          minCompressionBytes,
        }),
      ),
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      // An edge-optimised API ends a silent stream after 30 seconds.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // The logging role belongs to the whole AWS account, so it remains after the stack.
      cloudWatchRole: !stage.isTemporary,
      ...(!stage.isTemporary && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: stage.name,
        tracingEnabled: true,
        throttlingRateLimit: throttling.requestsPerSecond,
        throttlingBurstLimit: throttling.burst,
        methodOptions: Object.fromEntries(
          Object.values(served.docs ?? {}).map(({ path, method }) => [`${path}/${method}`, documentationThrottling]),
        ),
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat,
      },
    });
    Validations.of(this.api).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: 'The functions check every request and list all problems, which the gateway cannot.',
      },
      {
        id: 'AwsSolutions-APIG6',
        reason: 'The access log has a line per request. Execution logs would hold bodies, with personal data.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'The role by which API Gateway writes logs for the whole account is the one AWS documents.',
      },
    );
    const { region, urlSuffix } = stack;
    this.baseUrl = `https://${this.api.restApiId}.execute-api.${region}.${urlSuffix}/${stage.name}`;
    this.api.node.tryRemoveChild('Endpoint');
  }

  #accessLog(stage: Stage) {
    return new LogGroup(this, 'access-log', {
      logGroupName: `/${Stack.of(this).stackName}/api-access`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}

/** The access log counts API Gateway's own errors, because Lambda's metrics are too wide or too narrow. */
function unansweredIn(accessLog: LogGroup, stackName: string): Metric {
  const metric = { metricNamespace: 'adtrail', metricName: `${stackName}-unanswered` };
  new MetricFilter(accessLog, 'unanswered', {
    logGroup: accessLog,
    filterPattern: FilterPattern.literal('{ $.status = "5*" && $.gateway_error != "-" }'),
    ...metric,
    metricValue: '1',
  });
  return new Metric({ namespace: metric.metricNamespace, metricName: metric.metricName });
}

/** The ARN is written as text: a reference would be circular, because functions may depend on the API's address. */
const arnOfFunction = (stack: Stack, group: string, qualifier: string | null): string =>
  stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionNameOf(stack, group) + (qualifier === null ? '' : `:${qualifier}`),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

function uriOf({ partition, region }: Stack, functionArn: string, isStreamed: boolean): string {
  const call = (version: string, verb: string) =>
    `arn:${partition}:apigateway:${region}:lambda:path/${version}/functions/${functionArn}/${verb}`;
  return isStreamed ? call('2021-11-15', 'response-streaming-invocations') : call('2015-03-31', 'invocations');
}
