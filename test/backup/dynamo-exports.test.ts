import { dynamoExports } from '#shared/backup/vendors/dynamo-exports.ts';

const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/prod-accounts';
const exportArn = `${arn}/export/01693685827463-2d8752fd`;

function scene(answers: Record<string, object>) {
  const calls: { operation: string; input: Record<string, unknown> }[] = [];
  const exports = dynamoExports(
    {
      region: 'us-east-1',
      credentials: () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
      async exchange(headers, body) {
        const operation = (headers['x-amz-target'] ?? '').replace('DynamoDB_20120810.', '');
        calls.push({ operation, input: JSON.parse(body) });
        return { status: 200, body: JSON.stringify(answers[operation]) };
      },
    },
    'backup-bucket',
  );
  return { exports, calls };
}
const described = (fields: object) => ({
  DescribeExport: { ExportDescription: { ExportArn: exportArn, ...fields } },
});

describe("DynamoDB's export of a table", () => {
  it("DynamoDB's export of a table is asked for in its own JSON, under the prefix, once for a token", async () => {
    const { exports, calls } = scene({
      DescribeTable: { Table: { TableArn: arn, TableName: 'prod-accounts' } },
      ExportTableToPointInTime: { ExportDescription: { ExportArn: exportArn, ExportStatus: 'IN_PROGRESS' } },
    });
    expect(
      await exports.start('prod-accounts', {
        prefix: 'backups/b/accounts',
        token: 't',
        window: { at: 1_763_922_600_000, since: null },
      }),
    ).toBe(exportArn);
    expect(calls).toEqual([
      { operation: 'DescribeTable', input: { TableName: 'prod-accounts' } },
      {
        operation: 'ExportTableToPointInTime',
        input: {
          TableArn: arn,
          S3Bucket: 'backup-bucket',
          S3Prefix: 'backups/b/accounts',
          S3SseAlgorithm: 'AES256',
          ExportFormat: 'DYNAMODB_JSON',
          ExportTime: 1_763_922_600,
          ClientToken: 't',
        },
      },
    ]);
  });

  it("DynamoDB's export of changes names both times in seconds", async () => {
    const { exports, calls } = scene({
      DescribeTable: { Table: { TableArn: arn, TableName: 'prod-accounts' } },
      ExportTableToPointInTime: { ExportDescription: { ExportArn: exportArn, ExportStatus: 'IN_PROGRESS' } },
    });
    const window = { at: 1_763_922_600_000, since: 1_763_836_200_000 };
    await exports.start('prod-accounts', { prefix: 'backups/b/accounts', token: 't', window });
    expect(calls[1]?.input).toMatchObject({
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: {
        ExportFromTime: 1_763_836_200,
        ExportToTime: 1_763_922_600,
        ExportViewType: 'NEW_IMAGE',
      },
    });
    expect(calls[1]?.input).not.toHaveProperty('ExportTime');
  });

  it.each([
    [{ ExportStatus: 'IN_PROGRESS' }, { state: 'running' }],
    [
      { ExportStatus: 'COMPLETED', ExportManifest: 'p/AWSDynamoDB/1-a/manifest-summary.json', ItemCount: 3 },
      { state: 'completed', manifestKey: 'p/AWSDynamoDB/1-a/manifest-summary.json' },
    ],
    [
      { ExportStatus: 'FAILED', FailureCode: 'S3NoSuchBucket', FailureMessage: 'gone' },
      { state: 'failed', reason: 'S3NoSuchBucket gone' },
    ],
  ])('%j is %j', async (fields, state) => {
    const { exports, calls } = scene(described(fields));
    expect(await exports.look(exportArn)).toEqual(state);
    expect(calls).toEqual([{ operation: 'DescribeExport', input: { ExportArn: exportArn } }]);
  });
});
