// Slow: it builds the cloud's template or bundles.
import { runInNewContext } from 'node:vm';
import { edgeFunctions } from '#lib/cloud/constructs/edge-functions.ts';
import { service } from '#lib/cloud/service-description.ts';
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const { ofType, outputs, inWords } = synthesised();
const config: Json = ofType('CloudFront::Distribution')[0]?.properties.DistributionConfig;
const behaviors: Json[] = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
const origins = new Map<string, Json>(config.Origins.map((origin: Json) => [origin.Id, origin]));
const originOf = (behavior: Json) => origins.get(behavior.TargetOriginId);
const functionNames = new Map(ofType('CloudFront::Function').map(({ id, properties }) => [id, properties.Name]));
const cloudFront = "import cf from 'cloudfront';\n";
const run = (name: keyof typeof edgeFunctions, event: object, cf: object = {}): Json => {
  const code = edgeFunctions[name].replace(cloudFront, '');
  return JSON.parse(JSON.stringify(runInNewContext(`${code}; handler(event)`, { event, cf })));
};

describe('the address of a stage', () => {
  it('the address of a stage leads to the API without its stage in the path, and keeps no answer of it', () => {
    const origin = originOf(config.DefaultCacheBehavior);
    expect(inWords(origin.DomainName)).toMatch(/^<\w+>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>$/);
    expect(origin).toMatchObject({
      OriginPath: '/prod',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginReadTimeout: 60 },
    });
    expect(config.DefaultCacheBehavior.AllowedMethods).toEqual(expect.arrayContaining(['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT']));
    // AWS's own policies cache nothing and pass all headers but Host.
    expect(config.DefaultCacheBehavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(config.DefaultCacheBehavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
  });

  it('the address of a stage proves itself to the API and names the caller to it, and the functions of the API know the proof', () => {
    const [header] = originOf(config.DefaultCacheBehavior).OriginCustomHeaders;
    expect(header.HeaderName).toBe('x-adtrail-edge');
    const token = JSON.stringify(header.HeaderValue);
    expect(token).toContain('{{resolve:secretsmanager:');
    for (const { properties } of ofType('Lambda::Function')) {
      const name = properties.FunctionName.replace('adtrail-prod-', '');
      const known = properties.Environment.Variables.EDGE_TOKEN;
      expect([name, JSON.stringify(known)]).toEqual([name, name in service.served ? token : undefined]);
    }
    const associated = config.DefaultCacheBehavior.FunctionAssociations.map((one: Json) => [
      one.EventType,
      functionNames.get(one.FunctionARN['Fn::GetAtt'][0]),
    ]);
    expect(associated).toEqual([
      ['viewer-request', 'adtrail-prod-toApi'],
      ['viewer-response', 'adtrail-prod-fromApi'],
    ]);
  });

  it('the address of a stage takes a read-only key out of the address, so that no trace and no log behind it has it', () => {
    const sent = (querystring: object, headers: object = {}, uri = '/api/v1/pixel/reports/conversions') =>
      run('toApi', { viewer: { ip: '192.0.2.1' }, request: { uri, headers, querystring } });
    const key = {
      value: 'rk_live_EXAMPLE',
      multiValue: [{ value: 'rk_live_EXAMPLE' }, { value: 'rk_live_OTHER' }],
    };
    const csv = { format: { value: 'csv' } };
    expect(sent({ ...csv, key })).toMatchObject({
      querystring: csv,
      headers: {
        authorization: { value: 'Bearer rk_live_EXAMPLE' },
        'x-adtrail-viewer': { value: '192.0.2.1' },
      },
    });
    expect(JSON.stringify(sent({ ...csv, key }).querystring)).not.toContain('rk_');
    const own = { authorization: { value: 'Bearer token' } };
    expect(sent({ key }, own)).toMatchObject({ headers: own, querystring: {} });
    expect(sent({ key }, {}, '/api/v1/pixel/events')).toMatchObject({ querystring: { key } });
    expect(sent(csv).headers).not.toHaveProperty('authorization');
  });

  it('the address of a stage has no log of addresses: neither CloudFront nor the gateway writes paths or queries', () => {
    expect(config).not.toHaveProperty('Logging');
    expect(ofType('CloudFront::RealtimeLogConfig')).toEqual([]);
    const [stage] = ofType('ApiGateway::Stage').map(({ properties }) => properties);
    const fields = [...String(inWords(stage.AccessLogSetting.Format)).matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);
    expect(fields).toContain('resourcePath');
    expect(fields.filter((name) => /^(path|request\.|requestOverride|domain|authorize|identity)/.test(name ?? ''))).toEqual([]);
    for (const { LoggingLevel = 'OFF', DataTraceEnabled = false } of stage.MethodSettings ?? [])
      expect([LoggingLevel, DataTraceEnabled]).toEqual(['OFF', false]);
  });

  const urlOf = (name: string) =>
    ofType('Lambda::Url').find(({ properties }) => inWords(properties.TargetFunctionArn) === `function ${name}`);
  const atPath = (path: string) => behaviors.find(({ PathPattern }) => PathPattern === path);
  const expectOrigin = (origin: Json, name: string) => {
    const { Id, DomainName, OriginPath, OriginCustomHeaders } = origin;
    expect([Id, OriginPath]).toEqual([name, undefined]);
    expect(JSON.stringify(DomainName)).toContain(`["${urlOf(name)?.id}","FunctionUrl"]`);
    const [header] = originOf(config.DefaultCacheBehavior).OriginCustomHeaders;
    expect(OriginCustomHeaders).toEqual([header]);
  };

  it('the address of a stage leads the Conversion API and the pixel past the gateway, to their functions', () => {
    const [first, ...more] = Object.values(service.served.pixel ?? {}).map(({ path }) => path);
    expect([first, ...more].sort()).toEqual([
      '/api/v1/pixel/consent',
      '/api/v1/pixel/events',
      '/api/v1/pixel/identify',
      '/api/v1/pixel/interactions',
      '/api/v1/pixel/sessions',
      '/pixel/p.js',
    ]);
    expectOrigin(originOf(atPath('/api/v1/pixel/server-events*')), 'conversions');
    for (const name of ['consent', 'identify', 'interactions', 'sessions'])
      expectOrigin(originOf(atPath(`/api/v1/pixel/${name}`)), 'pixel');
    expectOrigin(originOf(atPath('/pixel/p.js')), 'pixel');
    expect(urlOf('conversions')?.properties.Qualifier).toBe('live');
    const publicPermissions = ofType('Lambda::Permission').filter(({ properties }) => properties.Principal === '*');
    expect(
      publicPermissions.map(({ properties: p }) => [
        inWords(p.FunctionName),
        p.Action,
        !!(p.FunctionUrlAuthType ?? p.InvokedViaFunctionUrl),
      ]),
    ).toEqual([
      ['live conversions', 'lambda:InvokeFunctionUrl', true],
      ['live conversions', 'lambda:InvokeFunction', true],
      ['live pixel', 'lambda:InvokeFunctionUrl', true],
      ['live pixel', 'lambda:InvokeFunction', true],
    ]);
    for (const path of ['server-events*', 'identify', 'sessions'])
      for (const key of ['OriginRequestPolicyId', 'FunctionAssociations', 'AllowedMethods'])
        expect(atPath(`/api/v1/pixel/${path}`)[key]).toEqual(config.DefaultCacheBehavior[key]);
    for (const path of ['server-events*', 'identify'])
      expect(atPath(`/api/v1/pixel/${path}`).CachePolicyId).toEqual(config.DefaultCacheBehavior.CachePolicyId);
    for (const { path } of Object.values(service.served.conversions ?? {}))
      expect(path.startsWith('/api/v1/pixel/server-events')).toBe(true);
  });

  it("the address of a stage leads events that a browser sends to the pixel's function, and readers of events to the gateway", () => {
    const behavior = atPath('/api/v1/pixel/events');
    expect(originOf(behavior)).toBe(originOf(config.DefaultCacheBehavior));
    const associated = behavior.FunctionAssociations.map((one: Json) => functionNames.get(one.FunctionARN['Fn::GetAtt'][0]));
    expect(associated).toEqual(['adtrail-prod-toPixelEvents', 'adtrail-prod-fromApi']);
    expect(edgeFunctions.toPixelEvents.startsWith(cloudFront)).toBe(true);
    const selectedBy = (method: string) => {
      const selectRequestOriginById = vi.fn();
      const headers = { 'x-adtrail-viewer': { value: '192.0.2.1' } };
      const request = { method, uri: '/api/v1/pixel/events', headers };
      const passed = run('toPixelEvents', { viewer: { ip: '192.0.2.9' }, request }, { selectRequestOriginById });
      expect(passed).toMatchObject({ method, headers: { 'x-adtrail-viewer': { value: '192.0.2.9' } } });
      return selectRequestOriginById.mock.calls.flat();
    };
    const methods = ['POST', 'GET', 'HEAD', 'OPTIONS', 'DELETE'];
    expect(methods.map(selectedBy)).toEqual([['pixel'], [], [], [], []]);
    expectOrigin(origins.get('pixel'), 'pixel');
  });

  const policyOf = (behavior: { CachePolicyId: { Ref: string } }) =>
    ofType('CloudFront::CachePolicy').find(({ id }) => id === behavior.CachePolicyId.Ref)?.properties.CachePolicyConfig;

  it('the address of a stage tells the function of clicks the country of a visitor, and keeps no response longer than a second', () => {
    const behavior = behaviors.find(({ PathPattern }) => PathPattern === '/api/v1/pixel/sessions');
    expect(policyOf(behavior)).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Country'] },
      },
    });
  });

  it('the address of a stage keeps the script of the pixel, the same for all pages', () => {
    const behavior = behaviors.find(({ PathPattern }) => PathPattern === '/pixel/p.js');
    const policy = policyOf(behavior);
    expect(policy).toMatchObject({
      MinTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
    // With AWS's response policy of this ID, pages of every origin can read the script.
    expect(behavior.ResponseHeadersPolicyId).toBe('60669652-455b-4ae9-85a4-c4c02393f86c');
  });

  it('the address of a stage has the console: its page asked for each time, its hashed files kept for good, under its content policy', () => {
    const policies = new Map(
      ofType('CloudFront::ResponseHeadersPolicy').map(({ id, properties }) => [id, properties.ResponseHeadersPolicyConfig]),
    );
    const cacheControl = new Map(
      behaviors
        .filter(({ PathPattern }) => PathPattern?.startsWith('/console'))
        .map(({ PathPattern, ResponseHeadersPolicyId }) => {
          const { CustomHeadersConfig, SecurityHeadersConfig } = policies.get(ResponseHeadersPolicyId.Ref);
          const policy = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
          expect(policy).toContain("script-src 'self'");
          return [PathPattern, CustomHeadersConfig.Items[0].Value];
        }),
    );
    expect([...cacheControl]).toEqual([
      ['/console/assets/*', 'public, max-age=31536000, immutable'],
      ['/console*', 'no-cache'],
    ]);
  });

  it('the address of a stage gets new files of the console by the same deployment, and keeps the old ones for tabs that are open', () => {
    expect(ofType('CloudFront::Distribution')).toHaveLength(1);
    const [deployment] = synthesisedText().filter(({ Type }) => Type === 'Custom::CDKBucketDeployment');
    expect(deployment?.Properties).toMatchObject({ DestinationBucketKeyPrefix: 'console/', Prune: false });
  });

  it('the address of a stage is that of CloudFront, or the domain of the stage with its certificate and its record', () => {
    expect(inWords(outputs.ApiUrl?.Value)).toMatch(/^https:\/\/edgedistribution/);
    expect(config.Aliases).toBeUndefined();
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/1';
    const domain = { name: 'adtrail.operator.example', certificateArn, hostedZoneId: 'Z1' };
    const own = synthesised(service, { ...stageNamed('prod'), domain });
    const { DistributionConfig } = own.ofType('CloudFront::Distribution')[0]?.properties ?? {};
    expect(DistributionConfig).toMatchObject({
      Aliases: [domain.name],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(own.outputs.ApiUrl?.Value).toBe(`https://${domain.name}`);
    expect(own.ofType('Route53::RecordSet').map(({ properties }) => properties)).toMatchObject(
      ['A', 'AAAA'].map((Type) => ({ Name: 'adtrail.operator.example.', Type, HostedZoneId: 'Z1' })),
    );
    expect(DistributionConfig.IPV6Enabled).toBe(true);
  });

  it('the address of a stage is answered from the edges that its stage names: in prod also from those of Asia', () => {
    const classOf = (stage: ReturnType<typeof stageNamed>) =>
      synthesised(service, stage).ofType('CloudFront::Distribution')[0]?.properties.DistributionConfig.PriceClass;
    expect(classOf(stageNamed('prod'))).toBe('PriceClass_200');
    expect(classOf(stageNamed('dev'))).toBe('PriceClass_100');
    expect(classOf({ ...stageNamed('dev'), priceClass: 'All' })).toBe('PriceClass_All');
  });
});

const synthesisedText = (): Json[] => Object.values(JSON.parse(synthesised().text).Resources);

describe('at the edge', () => {
  const viewer = { ip: '2001:db8::7' };

  it('a request for the API says who asks, whatever it claims', () => {
    const headers = { 'x-adtrail-viewer': { value: '192.0.2.1' }, authorization: { value: 'Bearer t' } };
    expect(run('toApi', { viewer, request: { uri: '/api/v1/auth/login', headers } })).toEqual({
      uri: '/api/v1/auth/login',
      headers: { authorization: { value: 'Bearer t' }, 'x-adtrail-viewer': { value: viewer.ip } },
    });
  });

  it('the root leads to the console', () => {
    expect(run('toApi', { viewer, request: { uri: '/', headers: {} } })).toMatchObject({
      statusCode: 302,
      headers: { location: { value: '/console/' } },
    });
  });

  it('an answer gets back the header that the gateway renames', () => {
    const renamed = { 'x-amzn-remapped-www-authenticate': { value: 'Bearer' }, etag: { value: '"1"' } };
    expect(run('fromApi', { response: { statusCode: 401, headers: renamed } }).headers).toEqual({
      'www-authenticate': { value: 'Bearer' },
      etag: { value: '"1"' },
    });
    const plain = { etag: { value: '"1"' } };
    expect(run('fromApi', { response: { statusCode: 200, headers: plain } }).headers).toEqual(plain);
  });

  it.each([
    ['/console', '/console/index.html'],
    ['/console/events/evt_1', '/console/index.html'],
    ['/console/assets/index-abc.js', '/console/assets/index-abc.js'],
  ])('%s of the console is %s', (uri, file) => {
    expect(run('toConsole', { request: { uri, headers: {} } }).uri).toBe(file);
  });
});
