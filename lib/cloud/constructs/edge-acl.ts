import { Aws, CfnCondition, Fn, Names, Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { awsLimits } from '#lib/cloud/limits/aws-limits.ts';
import { type StageLimits, stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import type { Stage } from '#lib/cloud/stages.ts';

export const edgeRegion = 'us-east-1';

const conversions = '^/api/v1/pixel/server-events';
const pixel = '^/api/v1/pixel/(sessions|identify|interactions|consent|events)$';

const withoutKey = 1000;

type Limit = { name: string; path: string; requests: number; hasKey?: false };
const limitsOf = ({ fromOneAddress }: StageLimits): Limit[] => [
  {
    name: 'conversions-without-key',
    path: conversions,
    hasKey: false,
    requests: Math.min(withoutKey, fromOneAddress.conversions),
  },
  { name: 'conversions', path: conversions, requests: fromOneAddress.conversions },
  { name: 'pixel', path: pixel, requests: fromOneAddress.pixel },
];

export class EdgeAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, stage: Pick<Stage, 'peakRequestsPerSecond' | 'reservesExecutions'>) {
    super(scope, 'edge-acl');
    const { stackName } = Stack.of(this);
    const measuredAs = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'acl', {
      name: Names.uniqueResourceName(this, { maxLength: 100 }),
      description: 'What one address may send past the firewall of the API.',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: measuredAs(`${stackName}-edge-acl`),
      rules: limitsOf(stageLimits(stage)).map(({ name, path, requests, hasKey = true }, priority) => ({
        name,
        priority,
        action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'too-many' } } },
        visibilityConfig: measuredAs(`${stackName}-edge-${name}`),
        statement: {
          rateBasedStatement: {
            limit: requests,
            evaluationWindowSec: awsLimits.firewall.windowSeconds,
            aggregateKeyType: 'IP',
            scopeDownStatement: hasKey
              ? atPath(path)
              : { andStatement: { statements: [atPath(path), { notStatement: { statement: secretKey } }] } },
          },
        },
      })),
      customResponseBodies: {
        'too-many': {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ detail: 'Too many requests. Retry later.', code: 'too_many_requests' }),
        },
      },
    });
    this.arn = acl.attrArn;
  }

  inItsRegionOnly(): string {
    const isThere = new CfnCondition(this, 'is-there', {
      expression: Fn.conditionEquals(Aws.REGION, edgeRegion),
    });
    (this.node.findChild('acl') as CfnWebACL).cfnOptions.condition = isThere;
    return Fn.conditionIf(isThere.logicalId, this.arn, Aws.NO_VALUE).toString();
  }
}

const atPath = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const secretKey: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    positionalConstraint: 'STARTS_WITH',
    searchString: 'bearer sk_',
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
};
