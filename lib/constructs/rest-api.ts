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
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceDescription } from '#lib/service-description.ts';
import type { Stage } from '#lib/stages.ts';
import { apiDefinition } from './api-definition.ts';
import { functionNameOf } from './service-function.ts';

type Props = {
  groups: ServiceDescription['groups'];
  streamedGroups: ServiceDescription['streamedGroups'];
  unroutedGroup: string;
  functionOf: (group: string) => IFunction;
  stage: Stage;
};

/** Neither address nor user agent nor query string nor path values: the resource is the route, not what was asked for. */
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

/** Large, and the same for everybody: a flood of them is not to cost much. */
const documentationThrottling = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };

/**
 * The Regional REST API: one method per endpoint, and HEAD beside every GET. Everything else falls to the unrouted
 * group, whose code answers 404, 405 and preflights, so that both hosts answer alike.
 */
export class RestApi extends Construct {
  readonly api: SpecRestApi;
  /** Without a slash at its end. Functions may know it: unlike CDK's own, it does not refer to their deployment. */
  readonly baseUrl: string;

  constructor(scope: Construct, { groups, streamedGroups, unroutedGroup, functionOf, stage }: Props) {
    super(scope, 'api');
    const stack = Stack.of(this);
    this.api = new SpecRestApi(this, 'rest', {
      restApiName: stack.stackName,
      apiDefinition: ApiDefinition.fromInline(
        apiDefinition({
          title: stack.stackName,
          groups,
          streamedGroups,
          unroutedGroup,
          uriOf: (group, isStreamed) => uriOf(stack, group, isStreamed),
          minCompressionBytes: 10_240,
        }),
      ),
      // A route that is gone is to go, also at the gateway.
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      // Said to the import too, as AWS's own tools do: of itself it makes an edge-optimised API, which ends a silent stream after 30 seconds.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // The gateway writes its access log by a role of the whole account, which the first stack has to set and which stays.
      cloudWatchRole: !stage.isTemporary,
      ...(!stage.isTemporary && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: stage.name,
        tracingEnabled: true,
        throttlingRateLimit: stage.throttling.requestsPerSecond,
        throttlingBurstLimit: stage.throttling.burst,
        methodOptions: Object.fromEntries(
          Object.values(groups.docs ?? {}).map(({ path, method }) => [
            `${path}/${method}`,
            documentationThrottling,
          ]),
        ),
        accessLogDestination: new LogGroupLogDestination(this.#accessLog(stage)),
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
        reason:
          'The access log has a line per request. Execution logs would hold bodies, with personal data.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'The role by which API Gateway writes logs for the whole account is the one AWS documents.',
      },
    );
    const { region, urlSuffix } = stack;
    this.baseUrl = `https://${this.api.restApiId}.execute-api.${region}.${urlSuffix}/${stage.name}`;
    // CDK's own output repeats ours under a made-up name.
    this.api.node.tryRemoveChild('Endpoint');
    // One permission for the whole API: one per method would outgrow the function's policy.
    for (const group of Object.keys(groups))
      functionOf(group).addPermission('api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.api.arnForExecuteApi(),
      });
  }

  #accessLog(stage: Stage) {
    return new LogGroup(this, 'access-log', {
      logGroupName: `/${Stack.of(this).stackName}/api-access`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}

/** By its name, not by a reference: a function may know the API's address, and each would wait for the other. */
function uriOf(stack: Stack, group: string, isStreamed: boolean): string {
  const functionArn = stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionNameOf(stack, group),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const { partition, region } = stack;
  const call = (version: string, verb: string) =>
    `arn:${partition}:apigateway:${region}:lambda:path/${version}/functions/${functionArn}/${verb}`;
  return isStreamed
    ? call('2021-11-15', 'response-streaming-invocations')
    : call('2015-03-31', 'invocations');
}
