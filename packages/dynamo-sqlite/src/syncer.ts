import { closeSync, fdatasync, openSync } from 'node:fs';
import type { SharedState } from './shared-state.ts';

export type Sync = (file: number, done: (error: Error | null) => void) => void;
type SyncerSettings = {
  failed(error: Error): void;
  ended(): void;
  sync?: Sync | undefined;
  shared?: Pick<SharedState, 'commits' | 'synced'> | undefined;
};
type Waiting = { done(): void; refused(error: Error): void };

/**
 * Commits during a sync share the next sync. A failed sync leaves the disk's state unknown, so everything is
 * rejected.
 */
export function syncerOf(walPath: string, { failed, ended, sync = fdatasync, shared }: SyncerSettings) {
  const file = openSync(walPath, 'r+');
  let running = false;
  let next: Waiting[] = [];
  let covered: Waiting[] = [];
  let isDirty = false;
  let changed = new Set<string>();
  let syncing = new Set<string>();
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
      // The next sync starts before the answers of this sync are sent, because answers take time.
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
      for (const partition of partitions) changed.add(partition);
      if (!running) queueMicrotask(() => running || !isDirty || failure || start());
    },
    whenSynced(done: () => void, refused: (error: Error) => void): void {
      if (failure) refused(failure);
      else if (isDirty) next.push({ done, refused });
      else if (running) covered.push({ done, refused });
      else done();
    },
    areSynced: (partitions: readonly string[]): boolean =>
      hasSynced && !failure && partitions.every((partition) => !changed.has(partition) && !syncing.has(partition)),
    close: () => closeSync(file),
  };
}

export const noSyncer: ReturnType<typeof syncerOf> = {
  isRunning: () => false,
  committed() {},
  whenSynced: (done) => done(),
  areSynced: () => true,
  close() {},
};
