import { closeSync, fdatasync, openSync } from 'node:fs';
import type { SharedState } from './shared-state.ts';

/** Syncs a file to the disk, like `fdatasync`. */
export type Sync = (file: number, done: (error: Error | null) => void) => void;
type SyncerSettings = {
  failed(error: Error): void;
  /** The syncer calls this at the end of each sync, before it answers the requests that waited. */
  ended(): void;
  sync?: Sync | undefined;
  shared?: Pick<SharedState, 'commits' | 'synced'> | undefined;
};
type Waiting = { done(): void; refused(error: Error): void };

/**
 * Syncs the write-ahead log outside the event loop, one sync at a time; commits during a sync share the next
 * sync. Calls back once all commits so far survive a power cut. After a failed sync it rejects everything,
 * because the state of the disk is unknown.
 */
export function syncerOf(walPath: string, { failed, ended, sync = fdatasync, shared }: SyncerSettings) {
  const file = openSync(walPath, 'r+');
  let running = false;
  /** These requests wait for the next sync, because the running sync may have begun before their commits. */
  let next: Waiting[] = [];
  let covered: Waiting[] = [];
  let isDirty = false;
  /** Partitions with unsynced changes: since the running sync began, and before. */
  let changed = new Set<string>();
  let syncing = new Set<string>();
  /** Before the first sync, the state of an existing log is unknown. */
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
      // The next sync starts first, because answers take time.
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
    areSynced: (partitions: readonly string[]): boolean =>
      hasSynced && !failure && partitions.every((one) => !changed.has(one) && !syncing.has(one)),
    close: () => closeSync(file),
  };
}

/** An engine in memory needs no sync. */
export const noSyncer: ReturnType<typeof syncerOf> = {
  isRunning: () => false,
  committed() {},
  whenSynced: (done) => done(),
  areSynced: () => true,
  close() {},
};
