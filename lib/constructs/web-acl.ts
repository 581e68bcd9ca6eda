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
const windowSeconds = 300;

/**
 * A firewall before the API that bounds what one address can send to the open sign-in routes: each of them hashes a
 * password or sends a message. The service's own limits count by e-mail and phone, which such a caller changes at will.
 * The gateway answers what is blocked (`WAF_FILTERED` in `gateway-responses.ts`).
 */
export class WebAcl extends Construct {
  constructor(scope: Construct, { api }: RestApi) {
    super(scope, 'web-acl');
    const acl = new CfnWebACL(this, 'acl', {
      name: Names.uniqueResourceName(this, { maxLength: 100 }),
      description: 'What one address may send to the sign-in routes.',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: measuredAs(`${Stack.of(this).stackName}-web-acl`),
      rules: limits.map(({ name, path, posts }, priority) => ({
        name,
        priority,
        action: { block: {} },
        visibilityConfig: measuredAs(`${Stack.of(this).stackName}-${name}`),
        statement: {
          rateBasedStatement: {
            limit: posts,
            evaluationWindowSec: windowSeconds,
            aggregateKeyType: 'IP',
            scopeDownStatement: {
              andStatement: { statements: [matching('method', 'POST'), matching('uriPath', path)] },
            },
          },
        },
      })),
    });
    new CfnWebACLAssociation(this, 'association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}

/** No samples: they would keep tokens and addresses of callers. */
const measuredAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/** The path is looked for anywhere, since the stage stands before it unless a domain of our own leads here. */
const matching = (field: 'method' | 'uriPath', text: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { [field]: {} },
    positionalConstraint: field === 'method' ? 'EXACTLY' : 'CONTAINS',
    searchString: text,
    textTransformations:
      field === 'method'
        ? [{ priority: 0, type: 'NONE' }]
        : [
            { priority: 0, type: 'URL_DECODE' },
            { priority: 1, type: 'NORMALIZE_PATH' },
          ],
  },
});
