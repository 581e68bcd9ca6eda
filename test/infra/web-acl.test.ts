// Slow: it builds the cloud's template or bundles.
import { endpoints, groups } from '#functions/groups.ts';
import { service } from '#lib/cloud/service-description.ts';
import { type Json, synthesised } from './synthesised.ts';

const { ofType } = synthesised(service);
const acl = ofType('WAFv2::WebACL').find(({ properties }) => properties.Scope === 'REGIONAL');
const rules: Json[] = acl?.properties.Rules ?? [];
const byPath = rules.filter(({ Name }) => Name.includes('sign-in'));
const wantedBy = ({ Statement }: Json): Json[] => Statement.RateBasedStatement.ScopeDownStatement.AndStatement.Statements;
const matches = byPath.flatMap(wantedBy).filter(({ ByteMatchStatement: match }) => match && !match.FieldToMatch.SingleHeader);
const token = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', expect.anything(), ':SecretString:::}}']] };
const paths: string[] = matches
  .map(({ ByteMatchStatement: match }) => match)
  .filter((match) => match.FieldToMatch.UriPath)
  .map((match) => match.SearchString);

describe('the firewall before the API', () => {
  it('the firewall before the API stands before the stage that callers reach, and lets through what no rule blocks', () => {
    const [association] = ofType('WAFv2::WebACLAssociation');
    const [stage] = ofType('ApiGateway::Stage');
    expect(association?.properties.WebACLArn).toEqual({ 'Fn::GetAtt': [acl?.id, 'Arn'] });
    const arn = JSON.stringify(association?.properties.ResourceArn);
    expect(arn).toContain('/restapis/');
    expect(arn).toContain(`"Ref":"${stage?.id}"`);
    expect(acl?.properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
  });

  it('the firewall before the API bounds the POSTs of one address to every open route of ours that signs in or sends a code', () => {
    for (const { Action, Statement } of byPath) {
      expect(Action).toEqual({ Block: {} });
      expect(Statement.RateBasedStatement.EvaluationWindowSec).toBe(300);
      expect(Statement.RateBasedStatement.Limit).toBeLessThanOrEqual(300);
    }
    const open = Object.values(groups.accounts)
      .filter(({ auth, method }) => auth === 'none' && method === 'POST')
      .map(({ path }) => path);
    expect(open.length).toBeGreaterThan(0);
    for (const path of open) expect([path, paths.some((part) => `/prod${path}`.includes(part))]).toEqual([path, true]);
  });

  it('the firewall before the API counts for the address that CloudFront names only beside its token, and else for the one that it sees', () => {
    const rated = rules.filter(({ Statement }) => Statement.RateBasedStatement);
    expect(rated).toHaveLength(6);
    for (const rule of rated) {
      const isThroughEdge = rule.Name.endsWith('-through-edge');
      const { AggregateKeyType, ForwardedIPConfig } = rule.Statement.RateBasedStatement;
      expect([AggregateKeyType, ForwardedIPConfig]).toEqual(
        isThroughEdge ? ['FORWARDED_IP', { HeaderName: 'x-adtrail-viewer', FallbackBehavior: 'MATCH' }] : ['IP', undefined],
      );
      const [from] = wantedBy(rule);
      const { ByteMatchStatement: match } = isThroughEdge ? from : from.NotStatement.Statement;
      expect(match).toMatchObject({
        FieldToMatch: { SingleHeader: { Name: 'x-adtrail-edge' } },
        PositionalConstraint: 'EXACTLY',
        SearchString: token,
      });
    }
  });

  it('the firewall before the API bounds what one address sends to any route but the Conversion API, whose keys have limits', () => {
    const rule = rules.find(({ Name }) => Name === 'any-request');
    expect(rule?.Action).toEqual({ Block: {} });
    const { Limit, AggregateKeyType, EvaluationWindowSec } = rule?.Statement.RateBasedStatement ?? {};
    expect([Limit, AggregateKeyType, EvaluationWindowSec]).toEqual([5000, 'IP', 300]);
    const [, wanted] = wantedBy(rule);
    const { FieldToMatch, RegexString } = wanted.NotStatement.Statement.RegexMatchStatement;
    expect(FieldToMatch).toHaveProperty('UriPath');
    const isFree = (path: string) => new RegExp(RegexString).test(`/prod${path}`);
    expect(isFree('/api/v1/pixel/server-events/anything')).toBe(false);
    const free = endpoints.filter(({ path }) => isFree(path.replace('{collection}', 'events'))).map(({ auth }) => auth);
    expect(new Set(free)).toEqual(new Set(['conversionKey']));
  });

  it('the firewall before the API blocks addresses of bad repute, and has no rule that looks at the size of bodies', () => {
    const managed = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement?.Name ?? []);
    expect(managed).toEqual(['AWSManagedRulesAmazonIpReputationList']);
    expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, at) => at));
  });

  it('the firewall before the API bounds no route of conversions and of browsers like one that signs in', () => {
    const busy = [...Object.values(groups.conversions), ...Object.values(groups.pixel)];
    for (const { path } of busy) expect(paths.filter((part) => path.includes(part))).toEqual([]);
  });

  it('the firewall before the API looks at the path as the gateway reads it', () => {
    for (const { ByteMatchStatement: match } of matches.filter((one) => one.ByteMatchStatement.FieldToMatch.UriPath))
      expect(match.TextTransformations.map(({ Type }: Json) => Type)).toEqual(['URL_DECODE', 'NORMALIZE_PATH']);
  });

  it('the firewall before the API keeps no samples of requests, which hold tokens and addresses', () => {
    for (const { VisibilityConfig } of [acl?.properties, ...rules]) expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
  });

  it('the firewall before the API is answered as too many requests, in the shape of every other error', () => {
    const [api] = ofType('ApiGateway::RestApi');
    const filtered = api?.properties.Body['x-amazon-apigateway-gateway-responses'].WAF_FILTERED;
    expect(filtered.statusCode).toBe('429');
    expect(JSON.parse(filtered.responseTemplates['application/json']).code).toBe('too_many_requests');
    expect(filtered.responseParameters['gatewayresponse.header.retry-after']).toBe("'60'");
  });
});
