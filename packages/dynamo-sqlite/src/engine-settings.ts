import type { DynamoError } from './dynamo-error.ts';
import type { Item } from './item.ts';
import type { SharedState } from './shared-state.ts';
import type { Sync } from './syncer.ts';
export type EngineSettings = {
  /** The engine calls `failed` when its file is no longer reliable, and then answers nothing. */
  failed?: (error: Error) => void;
  hasSubscriber?: ((table: { name: string }, before: Item | undefined, after: Item | undefined) => boolean) | undefined;
  /** Other threads read the streams from the file, so this thread keeps no records in memory. */
  shared?: SharedState | undefined;
  refuses?: (operation: string, input: object) => DynamoError | undefined;
  lagMs?: () => number;
  sync?: Sync | undefined;
  checkpointRows?: number;
};
