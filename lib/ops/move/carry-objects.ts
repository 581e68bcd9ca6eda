import type { ObjectStore } from '#shared/aws/object-store.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { MoveRefused } from './move-refused.ts';

/** S3 has this minimum part size. Smaller files take one call. */
const partBytes = 8 * 1024 * 1024;
const filesAtOnce = 4;
const linkSeconds = 900;

export type Carried = { files: number; bytes: number };

export async function carryObjects(
  from: ObjectStore,
  to: ObjectStore,
  { signal, carried }: { signal: AbortSignal; carried(files: number): void },
): Promise<void> {
  const there = new Map((await to.list('')).map(({ key, sizeBytes }) => [key, sizeBytes]));
  const missingFiles = (await from.list('')).filter(({ key, sizeBytes }) => there.get(key) !== sizeBytes);
  await forEachConcurrent(missingFiles, filesAtOnce, async ({ key }) => {
    signal.throwIfAborted();
    await carry(key, from, to);
    carried(1);
  });
}

async function carry(key: string, from: ObjectStore, to: ObjectStore): Promise<void> {
  const answer = await fetch(from.link(key, { seconds: linkSeconds }));
  if (!answer.ok) throw new Error(`The file ${key} cannot be read: status ${answer.status}.`);
  const body = new Uint8Array(await answer.arrayBuffer());
  const contentType = answer.headers.get('content-type') ?? 'application/octet-stream';
  if (body.length <= partBytes) return await to.put(key, body, { contentType });
  const upload = await to.startUpload(key);
  const tags: string[] = [];
  for (let at = 0; at < body.length; at += partBytes)
    tags.push(await to.uploadPart(key, upload, tags.length + 1, body.subarray(at, at + partBytes)));
  await to.completeUpload(key, upload, tags);
}

export async function compareObjects(
  bucket: string,
  from: Pick<ObjectStore, 'list'>,
  to: Pick<ObjectStore, 'list'>,
): Promise<Carried> {
  const [wanted, found] = await Promise.all([from.list(''), to.list('')]);
  const there = new Map(found.map(({ key, sizeBytes }) => [key, sizeBytes]));
  const missing = wanted.filter(({ key, sizeBytes }) => there.get(key) !== sizeBytes);
  if (missing.length > 0)
    throw new MoveRefused(
      `${missing.length} of ${wanted.length} files of ${bucket} are not in the stage's bucket, or have another size (${missing[0]?.key}).`,
    );
  return { files: wanted.length, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
