import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Change } from '#shared/worker/stream-worker.ts';

/** `before` is null for a new event. */
export type ConversionChange = { sequence: string; before: Conversion | null; after: Conversion };

export const conversionChanges = (changes: readonly Change[]): ConversionChange[] =>
  changes.flatMap(({ sequence, before, after }) =>
    after?.kind === 'conversion' ? [{ sequence, before: before as Conversion | null, after: after as unknown as Conversion }] : [],
  );

export const newItems = <T>(changes: readonly Change[], kind: string): T[] =>
  changes.flatMap(({ before, after }) => (after?.kind === kind && !before ? [after as unknown as T] : []));

/** Lists show an event when it is accepted, and again when it is matched late. */
export const shownEvents = (changes: readonly Change[]): Conversion[] =>
  conversionChanges(changes)
    .filter(({ before, after }) => !before || (after.matchedAt && !before.matchedAt))
    .map(({ after }) => after);

export const conflictingEvents = (changes: readonly Change[]): Conversion[] =>
  conversionChanges(changes)
    .filter(({ before, after }) => after.conflict && !before?.conflict)
    .map(({ after }) => after);
