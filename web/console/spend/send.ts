import { type Answer, ApiError, call, callWithFile } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { type Facts, requestOf } from './facts.ts';
import { firstPart } from './file-text.ts';

export type Result = Answer<'createSpendImport'>;

/** A larger file is uploaded first, and imported in the background. */
export const maxSentBytes = 5 * 1_048_576;
export const maxFileBytes = 50 * 1_048_576;
/** The beginning of a larger file shows its network. */
const shownBytes = 1_048_576;

const isLarge = (file: Blob) => file.size > maxSentBytes;

const queryOf = (facts: Facts, environment: Environment) => {
  const { columns, ...given } = requestOf(facts);
  return { ...given, environment, ...(columns && { columns: JSON.stringify(columns) }) };
};

type Progress = (share: number) => void;

/** Says what the file would change. */
export async function previewed(
  file: Blob,
  facts: Facts,
  environment: Environment,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<Result> {
  const dry = (sent: Blob) =>
    callWithFile(
      'createSpendImport',
      sent,
      { query: { ...queryOf(facts, environment), dry_run: 'true' } },
      { signal },
    );
  if (!isLarge(file)) return await dry(file);
  // A request with an upload names its network.
  const network = facts.network || (await dry(await firstPart(file, shownBytes))).network;
  return await call(
    'createSpendImport',
    {
      query: { environment },
      body: { ...requestOf(facts), network, upload_id: await uploadOf(file, progress), dry_run: true },
    },
    { signal },
  );
}

/** `progress` gets the share of a large file that is uploaded. */
export async function applied(
  file: Blob,
  facts: Facts,
  environment: Environment,
  progress: Progress,
): Promise<Result> {
  if (!isLarge(file))
    return await callWithFile('createSpendImport', file, { query: queryOf(facts, environment) });
  const body = { ...requestOf(facts), network: facts.network, upload_id: await uploadOf(file, progress) };
  return await call('createSpendImport', { query: { environment }, body });
}

/** The preview and the import of a file share its upload. */
const uploads = new WeakMap<Blob, Promise<string>>();
function uploadOf(file: Blob, progress: Progress): Promise<string> {
  const known = uploads.get(file);
  if (known) return known;
  const upload = (async () => {
    const { upload_id, url } = await call('createUpload', { body: { size_bytes: file.size } });
    await uploaded(url, file, progress);
    return upload_id;
  })();
  uploads.set(file, upload);
  upload.catch(() => uploads.delete(file));
  return upload;
}

/** `fetch` does not report how much it has sent. */
const uploaded = (url: string, file: Blob, progress: Progress) =>
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
