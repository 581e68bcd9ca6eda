import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin, HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FunctionUrlAuthType, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket, CfnBucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { consolePolicy } from '#lib/cloud/console-policy.ts';
import type { Stage } from '#lib/cloud/stages.ts';
import { PrivateBucket } from './buckets.ts';
import { EdgeAcl } from './edge-acl.ts';
import { edgeFunctions } from './edge-functions.ts';
import type { RestApi } from './rest-api.ts';

type Props = {
  api: RestApi;
  /** API Gateway would double the cost of these two functions, the busiest, so CloudFront calls their URLs. */
  byUrl: { conversions: IFunction; pixel: IFunction };
  stage: Stage;
  consoleFolder: string;
  accessLogs: IBucket;
  uploads: IBucket;
};

/** The API trusts `x-adtrail-viewer` only in a request that has this header with the edge token. */
const tokenHeader = 'x-adtrail-edge';
/** A new version number creates a new token, since CloudFormation resolves a secret only once. */
const tokenVersion = 1;
const formerTokenVersions: readonly number[] = [];
const year = Duration.days(365);
const priceClasses = {
  100: PriceClass.PRICE_CLASS_100,
  200: PriceClass.PRICE_CLASS_200,
  All: PriceClass.PRICE_CLASS_ALL,
} as const;

/** Console files of earlier deployments remain for open tabs. */
export class Edge extends Construct {
  readonly baseUrl: string;
  readonly token: string;
  readonly tokens: string;

  constructor(scope: Construct, { api, byUrl, stage, consoleFolder, accessLogs, uploads }: Props) {
    super(scope, 'edge');
    const [token, ...former] = [tokenVersion, ...formerTokenVersions].map((version) => this.#token(version));
    this.token = token as string;
    this.tokens = [token, ...former].join(',');

    const bucket = new PrivateBucket(this, 'console', { stage, accessLogs, holdsData: false });
    const { region, urlSuffix } = Stack.of(this);
    const apiOrigin = new HttpOrigin(`${api.api.restApiId}.execute-api.${region}.${urlSuffix}`, {
      originPath: `/${stage.name}`,
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { [tokenHeader]: this.token },
      readTimeout: Duration.seconds(60),
    });
    const consoleOrigin = S3BucketOrigin.withOriginAccessControl(bucket as IBucket);
    const originOf = (name: keyof typeof byUrl) =>
      new FunctionUrlOrigin(byUrl[name].addFunctionUrl({ authType: FunctionUrlAuthType.NONE }), {
        originId: name,
        customHeaders: { [tokenHeader]: this.token },
        readTimeout: Duration.seconds(30),
      });
    const pixelOrigin = originOf('pixel');
    const toConsole = this.#at(FunctionEventType.VIEWER_REQUEST, 'toConsole');
    const ofFiles = {
      origin: consoleOrigin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      functionAssociations: [toConsole],
    };
    const page = { ...ofFiles, responseHeadersPolicy: this.#consoleHeaders('page', 'no-cache', uploads) };
    const assets = {
      ...ofFiles,
      responseHeadersPolicy: this.#consoleHeaders('assets', `public, max-age=${year.toSeconds()}, immutable`, uploads),
    };
    const fromApi = this.#at(FunctionEventType.VIEWER_RESPONSE, 'fromApi');
    const toApi = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [this.#at(FunctionEventType.VIEWER_REQUEST, 'toApi'), fromApi],
    };
    // An origin gets CloudFront's own headers only through a cache policy.
    const withCountry = new CachePolicy(this, 'country', {
      cachePolicyName: `${Stack.of(this).stackName}-country`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      headerBehavior: CacheHeaderBehavior.allowList('CloudFront-Viewer-Country'),
    });
    const { domain } = stage;
    const distribution = new Distribution(this, 'distribution', {
      comment: Stack.of(this).stackName,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: priceClasses[stage.priceClass],
      webAclId: stage.edgeAclArn ?? new EdgeAcl(this, stage).inItsRegionOnly(),
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'certificate', domain.certificateArn),
      }),
      defaultBehavior: { ...toApi, origin: apiOrigin },
      additionalBehaviors: {
        '/api/v1/pixel/server-events*': { ...toApi, origin: originOf('conversions') },
        '/api/v1/pixel/sessions': { ...toApi, origin: pixelOrigin, cachePolicy: withCountry },
        '/api/v1/pixel/identify': { ...toApi, origin: pixelOrigin },
        '/api/v1/pixel/interactions': { ...toApi, origin: pixelOrigin },
        '/api/v1/pixel/consent': { ...toApi, origin: pixelOrigin },
        '/api/v1/pixel/events': {
          ...toApi,
          origin: apiOrigin,
          functionAssociations: [this.#at(FunctionEventType.VIEWER_REQUEST, 'toPixelEvents'), fromApi],
        },
        '/pixel/p.js': {
          origin: pixelOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: new CachePolicy(this, 'pixel', {
            cachePolicyName: `${Stack.of(this).stackName}-pixel`,
            minTtl: Duration.seconds(0),
            defaultTtl: Duration.hours(1),
            maxTtl: Duration.days(1),
            queryStringBehavior: CacheQueryStringBehavior.none(),
            enableAcceptEncodingGzip: true,
            enableAcceptEncodingBrotli: true,
          }),
          responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
        },
        '/console/assets/*': assets,
        '/console*': page,
      },
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Advertisers and their visitors are in every country.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'A stage in us-east-1 has one on a condition, which the rule does not see; elsewhere `edgeAclArn` names it.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'The API has an access log of its own; one here would only add the addresses of visitors.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'Without a domain of its own a stage has the certificate of cloudfront.net, which has no policy.',
      },
    );
    this.baseUrl = `https://${domain?.name ?? distribution.distributionDomainName}`;
    if (domain?.hostedZoneId) {
      const record = {
        zone: HostedZone.fromHostedZoneAttributes(this, 'zone', {
          hostedZoneId: domain.hostedZoneId,
          zoneName: domain.name,
        }),
        recordName: `${domain.name}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
      };
      new ARecord(this, 'record', record);
      // Mobile networks may lack IPv4, so the domain has an IPv6 record too.
      new AaaaRecord(this, 'record6', record);
    }
    new BucketDeployment(this, 'console', {
      sources: [Source.asset(consoleFolder, { exclude: ['.sources'] })],
      destinationBucket: bucket as IBucket,
      destinationKeyPrefix: 'console/',
      prune: false,
      distribution,
      distributionPaths: ['/console/index.html'],
      waitForDistributionInvalidation: false,
    });
    acknowledgeHelper(this, bucket);
  }

  #token(version: number): string {
    const secret = new Secret(this, `token${version}`, {
      description: 'adtrail: by which the API knows requests that come through CloudFront.',
      generateSecretString: { passwordLength: 43, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Another tokenVersion rotates it, and the functions know the former one until the next deployment.',
    });
    return secret.secretValue.unsafeUnwrap();
  }

  #at(eventType: FunctionEventType, name: keyof typeof edgeFunctions) {
    const edgeFunction = new EdgeFunction(this, name, {
      functionName: `${Stack.of(this).stackName}-${name}`,
      code: FunctionCode.fromInline(edgeFunctions[name]),
      runtime: FunctionRuntime.JS_2_0,
    });
    return { eventType, function: edgeFunction };
  }

  #consoleHeaders(name: string, cacheControl: string, uploads: IBucket) {
    const contentSecurityPolicy = consolePolicy('', `https://${uploads.bucketRegionalDomainName}`);
    return new ResponseHeadersPolicy(this, `${name}-headers`, {
      responseHeadersPolicyName: `${Stack.of(this).stackName}-console-${name}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: year, includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'cache-control', value: cacheControl, override: true }],
      },
    });
  }
}

function acknowledgeHelper(scope: Construct, bucket: Bucket): void {
  const stack = Stack.of(scope);
  const helper = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!helper) throw new Error('CDK has no function of this name that copies files.');
  const logicalId = stack.getLogicalId(bucket.node.defaultChild as CfnBucket);
  const reason = "CDK's own function, which copies the console's files at a deployment and runs at no other time.";
  Validations.of(helper).acknowledge(
    ...[
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((actions) => `IAM5[Action::s3:${actions}]`),
      'IAM5[Resource::*]',
      `IAM5[Resource::<${logicalId}.Arn>/*]`,
      'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
      'L1',
    ].map((rule) => ({ id: `AwsSolutions-${rule}`, reason })),
  );
}
