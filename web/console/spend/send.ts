import { type Answer, call, callWithFile } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { firstPart } from '../kit/file-text.ts';
import { isLarge, uploaded } from '../kit/upload.ts';
import { type Facts, requestOf } from './facts.ts';

export type Result = Answer<'createSpendImport'>;

/** The beginning of a larger file shows its form and its first problems. */
const shownBytes = 1_048_576;

const queryOf = (facts: Facts, environment: Environment) => {
  const { columns, ...given } = requestOf(facts);
  return { ...given, environment, ...(columns && { columns: JSON.stringify(columns) }) };
};

/** Says what the file would change. Of a large file, it says so of its beginning. */
export async function previewed(file: Blob, facts: Facts, environment: Environment, signal: AbortSignal) {
  const sent = isLarge(file) ? await firstPart(file, shownBytes) : file;
  const query = { ...queryOf(facts, environment), dry_run: 'true' };
  const result = await callWithFile('createSpendImport', sent, { query }, { signal });
  return { ...result, isPart: isLarge(file) };
}
export type Preview = Awaited<ReturnType<typeof previewed>>;

/** `progress` gets the share of a large file that is uploaded. */
export async function applied(
  file: Blob,
  facts: Facts,
  environment: Environment,
  progress: (share: number) => void,
): Promise<Result> {
  if (!isLarge(file))
    return await callWithFile('createSpendImport', file, { query: queryOf(facts, environment) });
  const upload_id = await uploaded(file, progress);
  const body = { ...requestOf(facts), network: facts.network, upload_id };
  return await call('createSpendImport', { query: { environment }, body });
}
