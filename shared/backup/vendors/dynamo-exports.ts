import * as z from 'zod';
import { type SignedAwsSettings, signedAws } from '#shared/aws/signed-aws.ts';
import type { ExportState, TableExports } from '#shared/backup/table-exports.ts';

const Table = z.object({ Table: z.object({ TableArn: z.string() }) });
const Export = z.object({
  ExportDescription: z.object({
    ExportArn: z.string(),
    ExportStatus: z.enum(['IN_PROGRESS', 'COMPLETED', 'FAILED']),
    ExportManifest: z.string().nullish(),
    FailureCode: z.string().nullish(),
    FailureMessage: z.string().nullish(),
  }),
});

/** An export requires a table with point-in-time recovery. */
export function dynamoExports(settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>, bucket: string): TableExports {
  const call = signedAws({ ...settings, service: 'dynamodb', jsonVersion: '1.0' });
  const ask = <T>(form: z.ZodType<T>, operation: string, input: object) =>
    call(`DynamoDB_20120810.${operation}`, input).then((answer) => form.parse(answer));
  return {
    async start(TableName, { prefix, token, window: { at, since } }) {
      const { Table: table } = await ask(Table, 'DescribeTable', { TableName });
      const { ExportDescription } = await ask(Export, 'ExportTableToPointInTime', {
        TableArn: table.TableArn,
        S3Bucket: bucket,
        S3Prefix: prefix,
        S3SseAlgorithm: 'AES256',
        ExportFormat: 'DYNAMODB_JSON',
        ...(since === null
          ? { ExportTime: at / 1000 }
          : {
              ExportType: 'INCREMENTAL_EXPORT',
              IncrementalExportSpecification: {
                ExportFromTime: since / 1000,
                ExportToTime: at / 1000,
                ExportViewType: 'NEW_IMAGE',
              },
            }),
        ClientToken: token,
      });
      return ExportDescription.ExportArn;
    },

    async look(ExportArn): Promise<ExportState> {
      const { ExportDescription: description } = await ask(Export, 'DescribeExport', { ExportArn });
      if (description.ExportStatus === 'IN_PROGRESS') return { state: 'running' };
      if (description.ExportStatus === 'COMPLETED' && description.ExportManifest)
        return { state: 'completed', manifestKey: description.ExportManifest };
      return {
        state: 'failed',
        reason: `${description.FailureCode ?? ''} ${description.FailureMessage ?? ''}`.trim(),
      };
    },
  };
}
