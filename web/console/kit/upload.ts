import { ApiError, call } from '../core/api.ts';

/** A file above this size is uploaded first and read in the background. */
export const maxSentBytes = 5 * 1_048_576;
export const maxFileBytes = 50 * 1_048_576;

export const isLarge = (file: Blob): boolean => file.size > maxSentBytes;

const uploads = new WeakMap<Blob, Promise<string>>();

/** Returns the ID of the upload. `progress` gets the uploaded share. */
export function uploaded(file: Blob, progress: (share: number) => void): Promise<string> {
  const before = uploads.get(file);
  if (before) return before;
  const upload = (async () => {
    const { upload_id, url } = await call('createUpload', { body: { size_bytes: file.size } });
    await sendFile(url, file, progress);
    return upload_id;
  })();
  uploads.set(file, upload);
  upload.catch(() => uploads.delete(file));
  return upload;
}

/** XMLHttpRequest is used because `fetch` does not report upload progress. */
const sendFile = (url: string, file: Blob, progress: (share: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (status: number) =>
      reject(new ApiError(status, { detail: 'The file could not be uploaded. Retry.', code: 'upload_failed' }));
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail(request.status)));
    request.addEventListener('error', () => fail(0));
    request.open('PUT', url);
    request.send(file);
  });
