import { closeSync, fdatasync, openSync } from 'node:fs';
import type { SharedState } from './shared-state.ts';

/** Brings what was written to a file to the disk, as `fdatasync` does. */
export type Sync = (file: number, done: (error: Error | null) => void) => void;
type SyncerSettings = {
  failed(error: Error): void;
  /** Called at the end of each sync, before those are answered that waited for it. */
  ended(): void;
  sync?: Sync | undefined;
  shared?: Pick<SharedState, 'commits' | 'synced'> | undefined;
};
type Waiting = { done(): void; refused(error: Error): void };

/**
 * Syncs the write-ahead log beside the event loop, one sync at a time: commits during a sync share the next one. Calls
 * back once everything committed so far outlasts a power cut. A failed sync refuses everything from then on, since
 * nobody knows what the disk holds.
 */
export function syncerOf(walPath: string, { failed, ended, sync = fdatasync, shared }: SyncerSettings) {
  const file = openSync(walPath, 'r+');
  let running = false;
  /** Waiting for the next sync: the running one may have begun before their commits. */
  let next: Waiting[] = [];
  /** Waiting for the running sync. */
  let covered: Waiting[] = [];
  let isDirty = false;
  /** Partitions with changes that are not on the disk: since the running sync began, and before. */
  let changed = new Set<string>();
  let syncing = new Set<string>();
  /** Before the first sync, nobody knows what the log that was found holds. */
  let hasSynced = false;
  let failure: Error | undefined;

  const start = () => {
    running = true;
    isDirty = false;
    [covered, next] = [next, []];
    [syncing, changed] = [changed, new Set()];
    const commits = shared?.commits() ?? 0;
    sync(file, (error) => {
      running = false;
      if (error) fail(error);
      else {
        syncing = new Set();
        hasSynced = true;
        shared?.synced(commits);
      }
      const synced = covered;
      covered = [];
      // The next one first: answers take their time.
      ended();
      if (isDirty && !running && !failure) start();
      for (const { done } of synced) done();
    });
  };
  const fail = (error: Error) => {
    failure = error;
    for (const { refused } of [...covered.splice(0), ...next.splice(0)]) refused(error);
    failed(error);
  };

  return {
    isRunning: () => running,
    /** After a commit that changed items of these partitions. */
    committed(partitions: Iterable<string>): void {
      isDirty = true;
      for (const one of partitions) changed.add(one);
      if (!running) queueMicrotask(() => running || !isDirty || failure || start());
    },
    whenSynced(done: () => void, refused: (error: Error) => void): void {
      if (failure) refused(failure);
      else if (isDirty) next.push({ done, refused });
      else if (running) covered.push({ done, refused });
      else done();
    },
    /** Whether all that can be seen of these partitions is on the disk. */
    areSynced: (partitions: readonly string[]): boolean =>
      hasSynced && !failure && partitions.every((one) => !changed.has(one) && !syncing.has(one)),
    close: () => closeSync(file),
  };
}

/** In place of a syncer, for an engine in memory: there is nothing to wait for. */
export const noSyncer: ReturnType<typeof syncerOf> = {
  isRunning: () => false,
  committed() {},
  whenSynced: (done) => done(),
  areSynced: () => true,
  close() {},
};
