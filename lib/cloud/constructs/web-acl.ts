import { Names, Stack } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { RestApi } from './rest-api.ts';

/** How many POSTs one address may send to the routes under a path in five minutes. */
const limits = [
  // An office shares one address; its people sign in a few times a day.
  { name: 'sign-in', path: '/api/v1/auth/', posts: 300 },
  { name: 'operator-sign-in', path: '/api/v1/dev-auth/', posts: 100 },
];
/** How many requests of any kind one address may send in five minutes. */
const anyRequests = 5000;
/** Servers of an advertiser share one address, and send under a limit of their key. No other path below it is exempt. */
const unbounded = '/api/v1/pixel/server-events(/v1/(events|conversions))?$';
const windowSeconds = 300;

/**
 * A firewall before the API. It blocks addresses of bad repute, and bounds what one address can send: to the open
 * sign-in routes, each of which hashes a password or sends a message, and to all routes, whose answers may be large. The
 * gateway answers what is blocked (`WAF_FILTERED` in `gateway-responses.ts`).
 */
export class WebAcl extends Construct {
  /** `edgeToken`: what CloudFront sends, and nobody else knows. */
  constructor(scope: Construct, { api }: RestApi, edgeToken: string) {
    super(scope, 'web-acl');
    const acl = new CfnWebACL(this, 'acl', {
      name: Names.uniqueResourceName(this, { maxLength: 100 }),
      description: 'What one address may send.',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: measuredAs(`${Stack.of(this).stackName}-web-acl`),
      rules: rulesWith(edgeToken).map(({ name, ...rule }, priority) => ({
        ...{ name, priority, ...rule },
        visibilityConfig: measuredAs(`${Stack.of(this).stackName}-${name}`),
      })),
    });
    new CfnWebACLAssociation(this, 'association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}

/**
 * One address's share of the requests that match a statement: of those that come here directly, and of those through
 * CloudFront, which names the address in a header that is believed only beside its token.
 */
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

/** No samples: they would keep tokens and addresses of callers. */
const measuredAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const asTheGatewayReads = [
  { priority: 0, type: 'URL_DECODE' },
  { priority: 1, type: 'NORMALIZE_PATH' },
];

/** The path is looked for anywhere, since the stage precedes it unless a domain of our own leads here. */
const matching = (field: 'method' | 'uriPath', text: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { [field]: {} },
    positionalConstraint: field === 'method' ? 'EXACTLY' : 'CONTAINS',
    searchString: text,
    textTransformations: field === 'method' ? [{ priority: 0, type: 'NONE' }] : asTheGatewayReads,
  },
});

type Rule = Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'overrideAction' | 'statement'>;

/**
 * By priority. Not AWS's common rules: they block bodies over 8 KB, and batches and images are larger.
 */
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
