import { buffer } from 'node:stream/consumers';
import type { Files } from '#lib/ops/aws/sdk-files.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { MoveRefused } from './move-refused.ts';

const filesAtOnce = 4;

export type Carried = { files: number; bytes: number };

export async function carryObjects(
  from: Files,
  to: Files,
  { signal, carried }: { signal: AbortSignal; carried(files: number): void },
): Promise<void> {
  const { missing } = await difference(from, to);
  await forEachConcurrent(missing, filesAtOnce, async ({ key }) => {
    signal.throwIfAborted();
    const { body, contentType = 'application/octet-stream' } = await from.open(key);
    await to.put(key, await buffer(body), { contentType });
    carried(1);
  });
}

export async function compareObjects(bucket: string, from: Pick<Files, 'list'>, to: Pick<Files, 'list'>): Promise<Carried> {
  const { files, missing } = await difference(from, to);
  if (missing.length > 0)
    throw new MoveRefused(
      `${missing.length} of ${files.length} files of ${bucket} are not in the stage's bucket, or have another size (${missing[0]?.key}).`,
    );
  return { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

async function difference(from: Pick<Files, 'list'>, to: Pick<Files, 'list'>) {
  const [files, stageFiles] = await Promise.all([from.list(''), to.list('')]);
  const sizes = new Map(stageFiles.map(({ key, sizeBytes }) => [key, sizeBytes]));
  return { files, missing: files.filter(({ key, sizeBytes }) => sizes.get(key) !== sizeBytes) };
}
