import { HostError } from './host-error.ts';

/** Creates a bucket on the object storage of this machine, or finds it there. */
export async function createBucket(endpoint: string, bucket: string): Promise<void> {
  const answer = await fetch(`${endpoint}/${bucket}`, { method: 'PUT', signal: AbortSignal.timeout(5000) });
  await answer.arrayBuffer();
  if (!answer.ok && answer.status !== 409)
    throw new HostError(`The object storage made no bucket: status ${answer.status}.`);
}
