import { type Answer, ApiError, call, callWithFile } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { type Facts, requestOf } from './facts.ts';
import { firstPart } from './file-text.ts';

export type Result = Answer<'createSpendImport'>;

/** A larger file is uploaded first, and imported in the background. */
export const maxSentBytes = 5 * 1_048_576;
export const maxFileBytes = 50 * 1_048_576;
/** The beginning of a larger file shows its form and its first problems. */
const shownBytes = 1_048_576;

const isLarge = (file: Blob) => file.size > maxSentBytes;

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
  const { upload_id, url } = await call('createUpload', { body: { size_bytes: file.size } });
  await uploaded(url, file, progress);
  const body = { ...requestOf(facts), network: facts.network, upload_id };
  return await call('createSpendImport', { query: { environment }, body });
}

/** `fetch` does not report how much it has sent. */
const uploaded = (url: string, file: Blob, progress: (share: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (status: number) =>
      reject(
        new ApiError(status, { detail: 'The file could not be uploaded. Retry.', code: 'upload_failed' }),
      );
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : fail(request.status),
    );
    request.addEventListener('error', () => fail(0));
    request.open('PUT', url);
    request.send(file);
  });
