// Slow: it builds the cloud's template or bundles.
import { type Json, stageNamed, synthesised } from './synthesised.ts';

const { ofType } = synthesised();
const buckets = new Map(ofType('S3::Bucket').map((bucket) => [bucket.id.replace(/bucket[0-9A-F]{8}$/, ''), bucket] as const));
const rulesOf = (name: string) => buckets.get(name)?.properties.LifecycleConfiguration.Rules;
const unfinished = { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } };

describe('the buckets', () => {
  it('the buckets are those of exports, files, backups and the console, and one for the access logs of these', () => {
    expect([...buckets.keys()].sort()).toEqual(['accesslog', 'backup', 'edgeconsole', 'export', 'files']);
    for (const [name, { properties }] of buckets)
      expect(properties.LoggingConfiguration?.LogFilePrefix).toBe(name === 'accesslog' ? undefined : `${name.replace('edge', '')}/`);
  });

  it.each([...buckets])('%s is private, encrypted, and drops unfinished files after a day', (name, bucket) => {
    expect(rulesOf(name)[0]).toMatchObject(unfinished);
    expect(bucket.properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
  });

  it('the buckets keep exports for a week, files for ever, and backups for 35 days, deleted ones for 14 more', () => {
    expect(rulesOf('export')).toEqual([{ ...unfinished, ExpirationInDays: 7 }]);
    expect(rulesOf('files')).toEqual([unfinished]);
    expect(rulesOf('backup')).toEqual([
      { ...unfinished, ExpirationInDays: 42, NoncurrentVersionExpiration: { NoncurrentDays: 14 } },
      { Status: 'Enabled', ExpiredObjectDeleteMarker: true },
    ]);
    expect(buckets.get('backup')?.properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
  });

  it('take files from pages of the stage with PUT alone, and only the bucket of uploads does', () => {
    const rule = {
      AllowedMethods: ['PUT'],
      AllowedHeaders: ['content-type'],
      AllowedOrigins: stageNamed('prod').frontEndOrigins,
      MaxAge: 3600,
    };
    const rules = [...buckets].map(([name, { properties }]) => [name, properties.CorsConfiguration]);
    expect(rules.filter(([, cors]) => cors !== undefined)).toEqual([['export', { CorsRules: [rule] }]]);
    expect(JSON.stringify(rule)).not.toContain('*');
    const domain = { name: 'ads.example', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/x' };
    const [own] = synthesised(undefined, { ...stageNamed('dev'), domain })
      .ofType('S3::Bucket')
      .flatMap(({ properties }) => properties.CorsConfiguration?.CorsRules ?? []);
    expect(own.AllowedOrigins[0]).toBe('https://ads.example');
  });

  it('the bucket of uploads has an address that the console may call', () => {
    const [, bucket] = [...buckets].find(([name]) => name === 'export') ?? [];
    const policies = ofType('CloudFront::ResponseHeadersPolicy').map(({ properties }) =>
      JSON.stringify(properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig?.ContentSecurityPolicy),
    );
    const named = policies.filter((policy) => policy?.includes("connect-src 'self' https://"));
    expect(named).toHaveLength(2);
    for (const policy of named) expect(policy).toContain(`"${bucket?.id}","RegionalDomainName"`);
  });

  it('the buckets keep backups as long as the stage says', () => {
    const stage = { ...stageNamed('dev'), settings: { BACKUP_RETENTION_DAYS: '90' } };
    const [rule] = synthesised(undefined, stage)
      .ofType('S3::Bucket')
      .flatMap(({ properties }) => properties.LifecycleConfiguration.Rules)
      .filter(({ ExpirationInDays }) => ExpirationInDays === 90);
    expect(rule).toBeDefined();
  });

  it('the buckets of files and backups outlive the stack where data is protected', () => {
    expect([...buckets].map(([name, { deletionPolicy }]) => [name, deletionPolicy]).sort()).toEqual([
      ['accesslog', 'Delete'],
      ['backup', 'Retain'],
      ['edgeconsole', 'Delete'],
      ['export', 'Delete'],
      ['files', 'Retain'],
    ]);
  });

  it('the buckets let the backup function write, read, list and remove backups, operators list them, and no other see them', () => {
    const roles = ofType('IAM::Role').filter(({ properties }) => JSON.stringify(properties).includes('backupbucket'));
    const ofFunction = new Map(roles.map(({ id, properties }) => [id.replace(/role.*$/, ''), properties.Policies[0] as Json]));
    expect([...ofFunction.keys()].sort()).toEqual(['backup', 'effects', 'erasure', 'maintenance', 'outbox']);
    // These functions manage the files of deleted accounts next to the backups.
    for (const name of ['effects', 'outbox']) {
      const text = JSON.stringify(ofFunction.get(name));
      expect(text).toContain('/deletions/*');
      expect(text).not.toContain('/backups/*');
    }
    const ofErasure = JSON.stringify(ofFunction.get('erasure'));
    expect(ofErasure).toContain('/erasures/*');
    expect(ofErasure).not.toMatch(/\/backups\/|s3:(Get|Delete|List)/);
    const listing = JSON.stringify(ofFunction.get('maintenance'));
    expect(listing).toContain('/backups/*/manifest.json');
    expect(listing).not.toContain('/backups/*"');
    const properties = ofFunction.get('backup');
    const statements = properties.PolicyDocument.Statement as Json[];
    const on = (text: string) => statements.filter(({ Resource }) => JSON.stringify(Resource).includes(text));
    expect(on('backups/*').map(({ Action }) => Action)).toEqual([
      ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:PutObjectAcl'],
    ]);
    expect(on('/export/*').map(({ Action, Resource }) => [Action, Resource.length])).toEqual([['dynamodb:DescribeExport', 3]]);
  });

  it('the buckets refuses calls without TLS and lets nobody in by its own policy', () => {
    const policies = ofType('S3::BucketPolicy');
    expect(policies).toHaveLength(buckets.size);
    const statements = policies.flatMap(({ properties }) => properties.PolicyDocument.Statement);
    const allowed = statements.filter(({ Effect }) => Effect !== 'Deny');
    for (const { Principal } of statements.filter(({ Effect }) => Effect === 'Deny')) expect(Principal.AWS).toBe('*');
    expect(allowed.map(({ Action, Principal }) => `${Action} ${Principal.Service}`).sort()).toEqual([
      's3:GetObject cloudfront.amazonaws.com',
      ...['backup', 'console', 'export', 'files'].map(() => 's3:PutObject logging.s3.amazonaws.com'),
    ]);
    for (const { properties } of policies) expect(JSON.stringify(properties)).toContain('"aws:SecureTransport":"false"');
  });
});
