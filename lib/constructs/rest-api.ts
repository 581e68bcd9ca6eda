import { RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  RestApi as GatewayRestApi,
  LambdaIntegration,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceDescription } from '#lib/service-description.ts';
import type { Stage } from '#lib/stages.ts';
import { gatewayResponses } from './gateway-responses.ts';

type Props = {
  groups: ServiceDescription['groups'];
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

/**
 * The Regional REST API: one method per endpoint. Everything else falls to the unrouted group, whose code answers 404,
 * 405 and preflights, so that both hosts answer alike.
 */
export class RestApi extends Construct {
  readonly api: GatewayRestApi;

  constructor(scope: Construct, { groups, unroutedGroup, functionOf, stage }: Props) {
    super(scope, 'api');
    this.api = new GatewayRestApi(this, 'rest', {
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.REGIONAL],
      // The gateway writes its access log by a role of the whole account, which the first stack has to set.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      minCompressionSize: Size.kibibytes(10),
      deployOptions: {
        stageName: stage.name,
        tracingEnabled: true,
        throttlingRateLimit: stage.throttling.requestsPerSecond,
        throttlingBurstLimit: stage.throttling.burst,
        accessLogDestination: new LogGroupLogDestination(this.#accessLog(stage)),
        accessLogFormat,
      },
    });
    // CDK's own output repeats ours under a made-up name.
    this.api.node.tryRemoveChild('Endpoint');
    for (const response of gatewayResponses)
      this.api.addGatewayResponse(response.type.responseType, response);

    const integrations = new Map(
      Object.keys(groups).map((group) => [group, integrationOf(functionOf(group))]),
    );
    const add = (method: string, path: string, group: string) =>
      this.api.root.resourceForPath(path).addMethod(method, integrations.get(group));
    const endpoints = Object.entries(groups).flatMap(([group, list]) =>
      Object.values(list).map(({ method, path }) => ({ group, method, path })),
    );
    for (const { method, path, group } of endpoints) add(method, path, group);
    for (const path of fallbackPaths(endpoints.map(({ path }) => path))) add('ANY', path, unroutedGroup);
  }

  #accessLog(stage: Stage) {
    return new LogGroup(this, 'access-log', {
      logGroupName: `/${Stack.of(this).stackName}/api-access`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}

/** One permission for the whole API: one per method would outgrow the function's policy. */
const integrationOf = (fn: IFunction) => new LambdaIntegration(fn, { scopePermissionToMethod: false });

/** Every resource of the tree, for the methods it has no endpoint for, and one that takes all other paths. */
function fallbackPaths(paths: readonly string[]): string[] {
  const prefixes = paths.flatMap((path) => {
    const segments = path.split('/').slice(1);
    return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`);
  });
  return [...new Set(['/', ...prefixes, '/{proxy+}'])];
}
