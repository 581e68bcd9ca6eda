import { errorCodes } from '#shared/http/errors.ts';
import { type Json, stageNamed, synthesised, widerService } from './synthesised.ts';

const { ofType, inWords, text } = synthesised();
const resources = new Map(ofType('ApiGateway::Resource').map(({ id, properties }) => [id, properties]));

function pathOf(reference: Json): string {
  const resource = resources.get(reference.Ref);
  if (!resource) return '';
  return `${pathOf(resource.ParentId)}/${resource.PathPart}`;
}
/** `POST /api/v1/pixel/server-events` -> `conversions`, of every method in the template. */
const methods = new Map<string, string>(
  ofType('ApiGateway::Method').map(({ properties: { HttpMethod, ResourceId, Integration } }) => [
    `${HttpMethod} ${pathOf(ResourceId) || '/'}`,
    /function ([\w-]+)/.exec(inWords(Integration.Uri))?.[1] ?? 'none',
  ]),
);
const explicit = new Map([...methods].filter(([route]) => !route.startsWith('ANY ')));

describe('the API', () => {
  it('has a method for every endpoint, to its group, and no other method', () => {
    const described = Object.entries(widerService.groups).flatMap(([group, endpoints]) =>
      Object.values(endpoints).map(({ method, path }): [string, string] => [`${method} ${path}`, group]),
    );
    expect(Object.fromEntries(explicit)).toEqual(Object.fromEntries(described));
  });

  it('leaves every other method and path to the docs function, on every resource and above all of them', () => {
    const fallbacks = [...methods].filter(([route]) => route.startsWith('ANY '));
    const everyPath = [...resources.keys()].map((id) => pathOf({ Ref: id }));
    expect(fallbacks.map(([route]) => route).sort()).toEqual(
      ['/', ...everyPath].map((path) => `ANY ${path}`).sort(),
    );
    expect(everyPath).toContain('/{proxy+}');
    expect(new Set(fallbacks.map(([, group]) => group))).toEqual(new Set(['docs']));
  });

  it('is Regional, hands requests over whole and asks for no signature', () => {
    expect(ofType('ApiGateway::RestApi').map(({ properties }) => properties.EndpointConfiguration)).toEqual([
      { Types: ['REGIONAL'] },
    ]);
    for (const { properties } of ofType('ApiGateway::Method'))
      expect(properties).toMatchObject({
        AuthorizationType: 'NONE',
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' },
      });
  });

  it('may call each group with one permission', () => {
    const permitted = ofType('Lambda::Permission')
      .map(({ properties }) => inWords(properties.FunctionName))
      .sort();
    expect(permitted).toEqual(
      Object.keys(widerService.groups)
        .map((group) => `function ${group}`)
        .sort(),
    );
  });

  it('limits every method as its stage says', () => {
    const { requestsPerSecond, burst } = stageNamed('prod').throttling;
    expect(ofType('ApiGateway::Stage')[0]?.properties.MethodSettings).toEqual([
      expect.objectContaining({
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingRateLimit: requestsPerSecond,
        ThrottlingBurstLimit: burst,
      }),
    ]);
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
  const answers = new Map(
    ofType('ApiGateway::GatewayResponse').map(({ properties }) => [properties.ResponseType, properties]),
  );
  const bodyOf = (answer: Json) => JSON.parse(answer.ResponseTemplates['application/json']);

  it('cover too large, too many, too late, unknown and the rest', () => {
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

  it('have the shape of every other error, with the request id', () => {
    for (const answer of answers.values()) {
      expect(bodyOf(answer)).toEqual({
        detail: expect.any(String),
        code: expect.stringMatching(/^[a-z_]+$/),
        request_id: '$context.requestId',
      });
      expect(answer.ResponseParameters).toMatchObject({
        'gatewayresponse.header.x-request-id': 'context.requestId',
        'gatewayresponse.header.x-content-type-options': "'nosniff'",
        'gatewayresponse.header.cache-control': "'no-store'",
      });
    }
  });

  it('use a code of ours only with its own status', () => {
    for (const answer of answers.values()) {
      const code: string = bodyOf(answer).code;
      const status = errorCodes[code as keyof typeof errorCodes]?.[0];
      if (status && answer.StatusCode) expect([code, Number(answer.StatusCode)]).toEqual([code, status]);
    }
  });

  it('say when to come back', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])
      expect(answers.get(type)?.ResponseParameters['gatewayresponse.header.retry-after']).toMatch(/^'\d+'$/);
  });

  it('leave CORS to the code', () => {
    expect(text).not.toMatch(/access-control-allow/i);
  });
});
