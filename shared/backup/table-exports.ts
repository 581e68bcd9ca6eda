export type TableExports = {
  /** The same `token` starts a single export within eight hours. */
  start(tableName: string, options: { prefix: string; token: string; window: ExportWindow }): Promise<string>;
  look(exportArn: string): Promise<ExportState>;
};

export type ExportWindow = { at: number; since: number | null };

export type ExportState = { state: 'running' } | { state: 'completed'; manifestKey: string } | { state: 'failed'; reason: string };
