export type TableExports = {
  /** The same `token` starts it once within eight hours. */
  start(tableName: string, options: { prefix: string; token: string; window: ExportWindow }): Promise<string>;
  look(exportArn: string): Promise<ExportState>;
};

/** Epoch milliseconds in whole seconds. `since` limits the export to later changes; with `null` it has everything. */
export type ExportWindow = { at: number; since: number | null };

export type ExportState =
  | { state: 'running' }
  | { state: 'completed'; manifestKey: string }
  | { state: 'failed'; reason: string };
