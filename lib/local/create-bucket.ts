import { signedUrl } from '#shared/aws/signed-url.ts';
import { region } from './environment.ts';
import { HostError } from './host-error.ts';

export const bucketUrl = (method: 'PUT' | 'HEAD', url: string, key: string) =>
  signedUrl({
    method,
    url: new URL(url),
    region,
    now: new Date(),
    seconds: 60,
    credentials: { accessKeyId: 'local', secretAccessKey: key },
  });

export async function createBucket(endpoint: string, bucket: string, key = 'local'): Promise<void> {
  const url = bucketUrl('PUT', `${endpoint}/${bucket}`, key);
  // The process loads its functions meanwhile, which takes seconds on a busy machine, so the timeout is long.
  const answer = await fetch(url, { method: 'PUT', signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
  if (!answer.ok && answer.status !== 409) throw new HostError(`The object storage made no bucket: status ${answer.status}.`);
}
