export type TableExports = {
  /** The result is the export's name (ARN). The same `token` within eight hours starts it once. */
  start(tableName: string, options: { prefix: string; token: string; window: ExportWindow }): Promise<string>;
  look(exportArn: string): Promise<ExportState>;
};

/**
 * Epoch milliseconds in whole seconds. `since` limits the export to later changes before `at`; `null` means
 * everything.
 */
export type ExportWindow = { at: number; since: number | null };

/** `manifestKey` names its `manifest-summary.json`. */
export type ExportState =
  | { state: 'running' }
  | { state: 'completed'; manifestKey: string }
  | { state: 'failed'; reason: string };
