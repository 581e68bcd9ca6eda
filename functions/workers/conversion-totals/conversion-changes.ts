import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Change } from '#shared/worker/stream-worker.ts';

/** `before` is null for a new event. */
export type ConversionChange = { sequence: string; before: Conversion | null; after: Conversion };

export const conversionChanges = (changes: readonly Change[]): ConversionChange[] =>
  changes.flatMap(({ sequence, before, after }) =>
    after?.kind === 'conversion'
      ? [{ sequence, before: before as Conversion | null, after: after as unknown as Conversion }]
      : [],
  );
