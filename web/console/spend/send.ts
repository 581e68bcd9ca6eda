import { type Answer, call, callWithFile } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { firstPart } from '../kit/file-text.ts';
import { isLarge, uploaded } from '../kit/upload.ts';
import { type Facts, requestOf } from './facts.ts';

export type Result = Answer<'createSpendImport'>;

const shownBytes = 1_048_576;

const queryOf = (facts: Facts, environment: Environment) => {
  const { columns, ...requestFields } = requestOf(facts);
  return { ...requestFields, environment, ...(columns && { columns: JSON.stringify(columns) }) };
};

type Progress = (share: number) => void;

export async function previewed(
  file: Blob,
  facts: Facts,
  environment: Environment,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<Result> {
  const dry = (content: Blob) =>
    callWithFile('createSpendImport', content, { query: { ...queryOf(facts, environment), dry_run: 'true' } }, { signal });
  if (!isLarge(file)) return await dry(file);
  // A request with an upload must name its network.
  const network = facts.network || (await dry(await firstPart(file, shownBytes))).network;
  return await call(
    'createSpendImport',
    {
      query: { environment },
      body: { ...requestOf(facts), network, upload_id: await uploaded(file, progress), dry_run: true },
    },
    { signal },
  );
}

/** `progress` gets the uploaded share of a large file. */
export async function applied(file: Blob, facts: Facts, environment: Environment, progress: Progress): Promise<Result> {
  if (!isLarge(file)) return await callWithFile('createSpendImport', file, { query: queryOf(facts, environment) });
  const upload_id = await uploaded(file, progress);
  const body = { ...requestOf(facts), network: facts.network, upload_id };
  return await call('createSpendImport', { query: { environment }, body });
}
