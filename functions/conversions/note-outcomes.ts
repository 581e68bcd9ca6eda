import { noteRejections, type Rejected } from '#shared/conversions/note-rejections.ts';
import type { ConversionDeps } from '#shared/deps.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import type { ItemResult } from './batch-schema.ts';
import { noteDuplicates } from './note-duplicates.ts';
import type { ReadItem } from './read-items.ts';

/** Of a batch's items, what was not accepted goes into the log, first what is wrong in itself; what is repeated is counted. */
export async function noteOutcomes(
  items: readonly ReadItem[],
  results: readonly ItemResult[],
  caller: ConversionCaller,
  requestId: string,
  deps: ConversionDeps,
): Promise<void> {
  const refusals = items.flatMap(({ index, fields, problems }): Rejected[] => {
    const { code, detail } = results[index]?.error ?? {};
    return code ? [{ code, problems: detail, fields, batch: { problems } }] : [];
  });
  const isOwn = ({ code }: Rejected) => code !== 'not_stored';
  const sorted = [...refusals.filter(isOwn), ...refusals.filter((one) => !isOwn(one))];
  const repeated = results.flatMap(({ duplicate, event_type }) =>
    duplicate && event_type ? [event_type] : [],
  );
  await Promise.all([
    noteRejections(sorted, { caller, requestId }, deps),
    noteDuplicates(repeated, caller, deps),
  ]);
}
