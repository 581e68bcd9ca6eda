import type { WireMap } from '#shared/store/attribute-values.ts';
import type { DynamoRefusal } from '#shared/store/dynamo.ts';
import type { SharedState } from './shared-state.ts';
import type { Sync } from './syncer.ts';
export type EngineSettings = {
  /** Called with the reason why the file can no longer be trusted; no request is answered from then on. */
  failed?: (error: Error) => void;
  /** Whether any reader of a table's stream wants to hear of a change; without it all are recorded. */
  isHeard?:
    | ((table: { name: string }, before: WireMap | undefined, after: WireMap | undefined) => boolean)
    | undefined;
  /** What readers in other threads see of this engine: streams are theirs then, and no record is kept in memory here. */
  shared?: SharedState | undefined;
  /** For tests: what an operation is refused with, before it does anything. */
  refuses?: (operation: string, input: object) => DynamoRefusal | undefined;
  /** For tests: milliseconds by which reads that are not consistent are behind. Only of an engine in memory. */
  lagMs?: () => number;
  /** For tests: in place of the file system's own. */
  sync?: Sync | undefined;
  /** For tests: in place of the usual number. */
  checkpointRows?: number;
};
