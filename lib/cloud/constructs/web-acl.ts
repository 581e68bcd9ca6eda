import { Names, Stack } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { RestApi } from './rest-api.ts';

const limits = [
  // An office shares an IP address, and its users sign in a few times a day.
  { name: 'sign-in', path: '/api/v1/auth/', posts: 300 },
  { name: 'operator-sign-in', path: '/api/v1/dev-auth/', posts: 100 },
];
const anyRequests = 5000;
/** An advertiser's servers share an IP address, so conversion paths are limited per key. */
const unbounded = '/api/v1/pixel/server-events(/v1/(events|conversions))?$';
const windowSeconds = 300;

export class WebAcl extends Construct {
  constructor(scope: Construct, { api }: RestApi, edgeToken: string) {
    super(scope, 'web-acl');
    const acl = new CfnWebACL(this, 'acl', {
      name: Names.uniqueResourceName(this, { maxLength: 100 }),
      description: 'What one address may send.',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: measuredAs(`${Stack.of(this).stackName}-web-acl`),
      rules: rulesWith(edgeToken).map(({ name, ...rule }, priority) => ({
        name,
        priority,
        ...rule,
        visibilityConfig: measuredAs(`${Stack.of(this).stackName}-${name}`),
      })),
    });
    new CfnWebACLAssociation(this, 'association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}

const perAddress = (
  { name, limit }: { name: string; limit: number },
  wanted: readonly CfnWebACL.StatementProperty[],
  edgeToken: string,
): Rule[] => {
  const throughEdge = header('x-adtrail-edge', edgeToken);
  const direct = { notStatement: { statement: throughEdge } };
  const rule = (
    ruleName: string,
    from: CfnWebACL.StatementProperty,
    key: Partial<CfnWebACL.RateBasedStatementProperty> & { aggregateKeyType: string },
  ): Rule => ({
    name: ruleName,
    action: { block: {} },
    statement: {
      rateBasedStatement: {
        limit,
        evaluationWindowSec: windowSeconds,
        ...key,
        scopeDownStatement: { andStatement: { statements: [from, ...wanted] } },
      },
    },
  });
  return [
    rule(name, direct, { aggregateKeyType: 'IP' }),
    rule(`${name}-through-edge`, throughEdge, {
      aggregateKeyType: 'FORWARDED_IP',
      forwardedIpConfig: { headerName: 'x-adtrail-viewer', fallbackBehavior: 'MATCH' },
    }),
  ];
};

const header = (name: string, value: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: name } },
    positionalConstraint: 'EXACTLY',
    searchString: value,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

/** The firewall's samples of requests would store callers' tokens and addresses. */
const measuredAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const asTheGatewayReads = [
  { priority: 0, type: 'URL_DECODE' },
  { priority: 1, type: 'NORMALIZE_PATH' },
];

/** The stage's name precedes the path unless the API has its own domain. */
const matching = (field: 'method' | 'uriPath', text: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { [field]: {} },
    positionalConstraint: field === 'method' ? 'EXACTLY' : 'CONTAINS',
    searchString: text,
    textTransformations: field === 'method' ? [{ priority: 0, type: 'NONE' }] : asTheGatewayReads,
  },
});

type Rule = Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'overrideAction' | 'statement'>;

/** AWS's common rules block bodies over 8 KB, such as batches and images. */
const rulesWith = (edgeToken: string): Rule[] => [
  ...limits.flatMap(({ name, path, posts }) =>
    perAddress({ name, limit: posts }, [matching('method', 'POST'), matching('uriPath', path)], edgeToken),
  ),
  ...perAddress(
    { name: 'any-request', limit: anyRequests },
    [
      {
        notStatement: {
          statement: {
            regexMatchStatement: {
              fieldToMatch: { uriPath: {} },
              regexString: unbounded,
              textTransformations: asTheGatewayReads,
            },
          },
        },
      },
    ],
    edgeToken,
  ),
  {
    name: 'bad-repute',
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
    },
  },
];
