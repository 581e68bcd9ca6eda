import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { minutes } from '#shared/values/durations.ts';

/** An account runs one import or undo at a time. `run` is the import, or `undo` and the import. */
export type SpendRun = {
  run: string;
  environment: Environment;
  digest: string;
  at: string;
  /** Runs of earlier versions have neither `until` nor `tries`. */
  until?: number;
  tries?: number;
};

/** Every step of an import is shorter. With the delay of a waiting message, a crash costs less than a minute. */
export const runLeaseMs = 30_000;
export const renewAfterMs = runLeaseMs / 3;
/** A run that this many later owners could not end is given up. */
export const maxRunTries = 5;
/** No step of an earlier version took longer. */
const olderRunMs = minutes(3);

export const isRunHeld = ({ at, until }: SpendRun, now: number): boolean =>
  until === undefined ? isAhead(Date.parse(at) + olderRunMs, now, olderRunMs) : isAhead(until, now, runLeaseMs);

const undoPrefix = 'undo ';
export const undoingOf = (importId: string) => `${undoPrefix}${importId}`;
export const workOfRun = ({ run }: Pick<SpendRun, 'run'>): { id: string; isUndo: boolean } =>
  run.startsWith(undoPrefix) ? { id: run.slice(undoPrefix.length), isUndo: true } : { id: run, isUndo: false };
