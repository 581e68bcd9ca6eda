import type { WireMap } from '#shared/store/attribute-values.ts';
import type { DynamoRefusal } from '#shared/store/dynamo.ts';
import type { SharedState } from './shared-state.ts';
import type { Sync } from './syncer.ts';
export type EngineSettings = {
  /**
   * The engine calls this with the reason when the file is no longer reliable. It answers no request after
   * that.
   */
  failed?: (error: Error) => void;
  /**
   * Returns whether a stream reader subscribes to a change. Without this setting, all changes are recorded.
   */
  hasSubscriber?:
    | ((table: { name: string }, before: WireMap | undefined, after: WireMap | undefined) => boolean)
    | undefined;
  /**
   * Readers in other threads see this state. Streams are then read in those threads, and this thread keeps no
   * records in memory.
   */
  shared?: SharedState | undefined;
  /** Tests set the error that an operation is rejected with before it has an effect. */
  refuses?: (operation: string, input: object) => DynamoRefusal | undefined;
  /**
   * Tests set the milliseconds by which eventually consistent reads lag. Works only for an engine in memory.
   */
  lagMs?: () => number;
  /** Tests replace the file system's sync. */
  sync?: Sync | undefined;
  /** Tests replace the number of rows before a checkpoint. */
  checkpointRows?: number;
};
