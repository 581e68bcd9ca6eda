// Slow: it builds the cloud's template or bundles.
import { stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import { service } from '#lib/cloud/service-description.ts';
import { errors } from '#shared/registry/errors.ts';
import { type Json, stageNamed, synthesised, widerService } from './synthesised.ts';

const { ofType, inWords, text } = synthesised();
const [api] = ofType('ApiGateway::RestApi');
const definition: Json = api?.properties.Body;
const anyMethod = 'x-amazon-apigateway-any-method';
const operations = Object.entries(definition.paths as Record<string, Json>).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    path,
    route: `${method === anyMethod ? 'ANY' : method.toUpperCase()} ${path}`,
    operation,
    integration: operation['x-amazon-apigateway-integration'],
  })),
);
const methods = new Map<string, string>(
  operations.map(({ route, integration }) => [
    route,
    /:function:adtrail-prod-([\w-]+)(?::live)?\/(?:response-streaming-)?invocations$/.exec(inWords(integration.uri))?.[1] ?? 'none',
  ]),
);
const explicit = new Map([...methods].filter(([route]) => !route.startsWith('ANY ')));

describe('the API', () => {
  it('the API has a method for every endpoint, to its function, HEAD beside every GET, and no other method', () => {
    const described = Object.entries(widerService.served).flatMap(([group, endpoints]) =>
      Object.values(endpoints).flatMap(({ method, path }) =>
        (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((name) => [`${name} ${path}`, group]),
      ),
    );
    expect(Object.fromEntries(explicit)).toEqual(Object.fromEntries(described));
  });

  it('the API leaves every other method and path to the docs function, on every resource and above all of them', () => {
    const fallbacks = [...methods].filter(([route]) => route.startsWith('ANY '));
    const everyPath = new Set(operations.flatMap(({ path }) => path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/') || '/')));
    expect(everyPath).toContain('/{proxy+}');
    expect(fallbacks.map(([route]) => route).sort()).toEqual([...everyPath].map((path) => `ANY ${path}`).sort());
    expect(new Set(fallbacks.map(([, group]) => group))).toEqual(new Set(['docs']));
  });

  it('the API is Regional, hands requests over whole and asks for no signature', () => {
    expect(api?.properties.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
    expect(api?.properties.Parameters).toEqual({ endpointConfigurationTypes: 'REGIONAL' });
    for (const { path, operation, integration } of operations) {
      expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
      const named = operation.parameters.map(({ name }: Json) => name);
      expect(named).toEqual([...path.matchAll(/\{(\w+)/g)].map(([, name]) => name));
    }
    expect(text).not.toMatch(/securityDefinitions|securitySchemes|"security"/);
  });

  it('streams the answers of the functions that take longer than 29 seconds, for as long as their functions live', () => {
    const streamedRoutes = operations.filter(({ integration }) => integration.responseTransferMode);
    expect(streamedRoutes.map(({ route }) => route)).toEqual(['POST /api/v1/competitors/discover']);
    expect(streamedRoutes[0]?.integration).toMatchObject({
      responseTransferMode: 'STREAM',
      timeoutInMillis: 90_000,
    });
    expect(inWords(streamedRoutes[0]?.integration.uri)).toMatch(
      /lambda:path\/2021-11-15\/functions\/.*-discover\/response-streaming-invocations$/,
    );
    const live = (name: string) => service.functions.find((one) => one.name === name)?.timeoutSeconds;
    for (const [group, { timeoutSeconds }] of Object.entries(service.streamedFunctions)) expect(live(group)).toBe(timeoutSeconds);
  });

  it('the API is replaced whole, deployed anew with every change of its routes, and one resource of the 500 that a stack holds', () => {
    expect(api?.properties.Mode).toBe('overwrite');
    const deployment = (served: typeof service.served) => synthesised({ ...service, served }).ofType('ApiGateway::Deployment')[0]?.id;
    const { credits: _, ...others } = service.served;
    expect(deployment(others as typeof service.served)).not.toBe(deployment(service.served));
    expect(ofType('ApiGateway::Resource')).toEqual([]);
  });

  it('the API calls each group by one role, which may call nothing else', () => {
    const permitted = ofType('Lambda::Permission').filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com');
    expect(permitted).toEqual([]);
    const caller = ofType('IAM::Role').find(({ id }) => id.startsWith('apicaller'));
    expect(caller?.properties.AssumeRolePolicyDocument.Statement).toMatchObject([{ Principal: { Service: 'apigateway.amazonaws.com' } }]);
    for (const { integration } of operations) expect(integration.credentials).toEqual({ 'Fn::GetAtt': [caller?.id, 'Arn'] });
    const statements = caller?.properties.Policies.flatMap((one: Json) => one.PolicyDocument.Statement);
    expect(statements.map(({ Action }: Json) => Action)).toEqual(['lambda:InvokeFunction']);
    const called = new Set(operations.map(({ integration }) => /functions\/(.*)\/[a-z-]*invocations$/.exec(inWords(integration.uri))?.[1]));
    expect(statements[0].Resource.map(inWords).sort()).toEqual([...called].sort());
  });

  it('limits every method as its stage says', () => {
    const { requestsPerSecond, burst } = stageLimits(stageNamed('prod')).throttling;
    const settings: Json[] = ofType('ApiGateway::Stage')[0]?.properties.MethodSettings;
    expect(settings[0]).toMatchObject({
      HttpMethod: '*',
      ResourcePath: '/*',
      ThrottlingRateLimit: requestsPerSecond,
      ThrottlingBurstLimit: burst,
    });
    expect(settings.slice(1).map(({ ResourcePath }) => ResourcePath)).toContain('/~1openapi.json');
    for (const { ThrottlingRateLimit } of settings.slice(1)) expect(ThrottlingRateLimit).toBe(50);
  });

  it('logs requests without addresses, agents, paths or query strings', () => {
    const { Format } = ofType('ApiGateway::Stage')[0]?.properties.AccessLogSetting ?? {};
    const variables = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(variables.sort()).toEqual(
      [
        'requestId',
        'requestTime',
        'httpMethod',
        'resourcePath',
        'status',
        'responseLatency',
        'integrationLatency',
        'responseLength',
        'error.responseType',
      ]
        .map((name) => `$context.${name}`)
        .sort(),
    );
    expect(text).not.toContain('$context.identity');
  });
});

describe("the gateway's own answers", () => {
  const answers = new Map<string, Json>(Object.entries(definition['x-amazon-apigateway-gateway-responses']));
  const bodyOf = (answer: Json) => JSON.parse(answer.responseTemplates['application/json']);

  it("the gateway's own answers cover too large, too many, too late, unknown and the rest", () => {
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining([
        'REQUEST_TOO_LARGE',
        'THROTTLED',
        'INTEGRATION_TIMEOUT',
        'MISSING_AUTHENTICATION_TOKEN',
        'DEFAULT_4XX',
        'DEFAULT_5XX',
      ]),
    );
  });

  it("the gateway's own answers have the shape of every other error, with the request id", () => {
    for (const answer of answers.values()) {
      expect(bodyOf(answer)).toEqual({
        detail: expect.any(String),
        code: expect.stringMatching(/^[a-z_]+$/),
        request_id: '$context.requestId',
      });
      expect(answer.responseParameters).toMatchObject({
        'gatewayresponse.header.x-request-id': 'context.requestId',
        'gatewayresponse.header.x-content-type-options': "'nosniff'",
        'gatewayresponse.header.cache-control': "'no-store'",
      });
    }
  });

  it("the gateway's own answers use a code of ours only with its own status", () => {
    for (const answer of answers.values()) {
      const code: string = bodyOf(answer).code;
      const status = errors.find((error) => error.code === code)?.status;
      if (status && answer.statusCode) expect([code, Number(answer.statusCode)]).toEqual([code, status]);
    }
  });

  it("the gateway's own answers say when to come back", () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'WAF_FILTERED'])
      expect(answers.get(type)?.responseParameters['gatewayresponse.header.ratelimit']).toMatch(/^'"(gateway|quota|network)";r=0;t=\d+'$/);
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])
      expect(answers.get(type)?.responseParameters['gatewayresponse.header.retry-after']).toMatch(/^'\d+'$/);
  });

  it("the gateway's own answers leave CORS to the code", () => {
    expect(text).not.toMatch(/access-control-allow/i);
  });
});
