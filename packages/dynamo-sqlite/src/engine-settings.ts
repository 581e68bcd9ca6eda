import type { WireMap } from '#shared/store/attribute-values.ts';
import type { DynamoRefusal } from '#shared/store/dynamo.ts';
import type { SharedState } from './shared-state.ts';
import type { Sync } from './syncer.ts';
export type EngineSettings = {
  /** Called when the file is no longer reliable. The engine then answers nothing. */
  failed?: (error: Error) => void;
  hasSubscriber?:
    | ((table: { name: string }, before: WireMap | undefined, after: WireMap | undefined) => boolean)
    | undefined;
  /** Other threads read the streams, and this thread keeps no records in memory. */
  shared?: SharedState | undefined;
  refuses?: (operation: string, input: object) => DynamoRefusal | undefined;
  lagMs?: () => number;
  sync?: Sync | undefined;
  checkpointRows?: number;
};
