/** DynamoDB's own export of a table to S3. */
export type TableExports = {
  /**
   * Begins the export of a table as it was at a moment, or of what changed since another one, under a prefix of the
   * bucket: its name (ARN). The same `token` within eight hours begins it once.
   */
  start(tableName: string, options: { prefix: string; token: string; window: ExportWindow }): Promise<string>;
  look(exportArn: string): Promise<ExportState>;
};

/** Epoch milliseconds, whole seconds. `since`: only what changed from then on, until before `at`; `null`: everything. */
export type ExportWindow = { at: number; since: number | null };

/** `manifestKey`: of its `manifest-summary.json`. */
export type ExportState =
  | { state: 'running' }
  | { state: 'completed'; manifestKey: string }
  | { state: 'failed'; reason: string };
