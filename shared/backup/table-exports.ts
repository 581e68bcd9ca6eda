/** DynamoDB's own export of a table to S3. */
export type TableExports = {
  /** Begins the export of a table as it is now, under a prefix of the bucket: its name (ARN). The same `token` within eight hours begins it once. */
  start(tableName: string, options: { prefix: string; token: string }): Promise<string>;
  look(exportArn: string): Promise<ExportState>;
};

/** `manifestKey`: of its `manifest-summary.json`. */
export type ExportState =
  | { state: 'running' }
  | { state: 'completed'; manifestKey: string }
  | { state: 'failed'; reason: string };
