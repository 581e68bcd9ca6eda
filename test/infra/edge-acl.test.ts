// Slow: it builds the cloud's template or bundles.
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { EdgeFirewallStack } from '#lib/cloud/edge-firewall-stack.ts';
import { service } from '#lib/cloud/service-description.ts';
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const { ofType } = synthesised(service);
const acl = ofType('WAFv2::WebACL').find(({ properties }) => properties.Scope === 'CLOUDFRONT');
const rules: Json[] = acl?.properties.Rules ?? [];
const statement = (name: string): Json => rules.find(({ Name }) => Name === name)?.Statement.RateBasedStatement;

describe('the firewall at CloudFront', () => {
  it('the firewall at CloudFront stands before the distribution in the one region where it can be, and breaks no other', () => {
    const [distribution] = ofType('CloudFront::Distribution');
    const [condition] = distribution?.properties.DistributionConfig.WebACLId['Fn::If'] ?? [];
    expect(distribution?.properties.DistributionConfig.WebACLId).toEqual({
      'Fn::If': [condition, { 'Fn::GetAtt': [acl?.id, 'Arn'] }, { Ref: 'AWS::NoValue' }],
    });
    expect(acl?.condition).toBe(condition);
  });

  it('the firewall at CloudFront bounds one address at the paths that go past the firewall of the API, and tightly without a secret key', () => {
    const paths = [
      ['conversions', ['/api/v1/pixel/server-events', '/api/v1/pixel/server-events/v1/events']],
      ['pixel', ['sessions', 'identify', 'interactions', 'consent', 'events'].map((name) => `/api/v1/pixel/${name}`)],
    ] as const;
    for (const [name, wanted] of paths) {
      const pattern = new RegExp(statement(name).ScopeDownStatement.RegexMatchStatement.RegexString);
      for (const path of wanted) expect([path, pattern.test(path)]).toEqual([path, true]);
      for (const path of ['/api/v1/auth/login', '/console', '/api/v1/pixel/reports/conversions'])
        expect([path, pattern.test(path)]).toEqual([path, false]);
    }
    // The limit of an account is 60,000 requests in five minutes.
    expect(statement('conversions').Limit).toBeGreaterThanOrEqual(300_000);
    // The function counts 15,000 requests and a burst of 5,000 per network.
    expect(statement('pixel').Limit).toBeGreaterThanOrEqual(20_000);
    const { AndStatement } = statement('conversions-without-key').ScopeDownStatement;
    expect(AndStatement.Statements[1].NotStatement.Statement.ByteMatchStatement).toMatchObject({
      SearchString: 'bearer sk_',
      PositionalConstraint: 'STARTS_WITH',
      FieldToMatch: { SingleHeader: { Name: 'authorization' } },
    });
    expect(statement('conversions-without-key').Limit).toBe(1000);
  });

  it('the firewall at CloudFront of a stage elsewhere is a stack of its own in that region', () => {
    const app = new App({ builtinCloudFormationValidation: false });
    const stack = new EdgeFirewallStack(app, 'adtrail-test-edge', { stage: stageNamed('prod') });
    expect(stack.region).toBe('us-east-1');
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' });
    expect(Object.keys(template.findOutputs('EdgeAclArn'))).toHaveLength(1);
  });
});
