import { synthesised } from './synthesised.ts';

const { ofType, findings } = synthesised();

describe('the bucket of exports', () => {
  const [bucket] = ofType('S3::Bucket');

  it('is the only one: private, encrypted, its files gone after a week and unfinished ones after a day', () => {
    expect(ofType('S3::Bucket')).toHaveLength(1);
    expect(bucket?.properties).toMatchObject({
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
      LifecycleConfiguration: {
        Rules: [
          {
            Status: 'Enabled',
            ExpirationInDays: 7,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      },
    });
  });

  it('refuses calls without TLS and lets nobody in by its own policy', () => {
    const [policy] = ofType('S3::BucketPolicy');
    const statements = policy?.properties.PolicyDocument.Statement;
    expect(statements.length).toBeGreaterThan(0);
    for (const { Effect, Principal } of statements) expect([Effect, Principal.AWS]).toEqual(['Deny', '*']);
    expect(JSON.stringify(statements)).toContain('"aws:SecureTransport":"false"');
  });

  it('passes CDK’s own validation', () => {
    expect(JSON.stringify(findings)).not.toContain('export-bucket');
  });
});
