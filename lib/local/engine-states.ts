import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListQueuesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { EngineStates } from '#functions/api/docs/check-health.ts';
import { bucketUrl } from './create-bucket.ts';
import { engineAt } from './engines/dynamodb-call.ts';

export type Probe = (signal: AbortSignal) => Promise<unknown>;

type Addresses = {
  dynamodb: string;
  sqs: SQSClient;
  s3: string;
  mail: string;
  oidc?: string | undefined;
  vendors?: string | undefined;
  engineKey: string;
  directory: string;
};

export const probesOf = ({ dynamodb, sqs, s3, mail, oidc, vendors, engineKey, directory }: Addresses): Record<string, Probe> => ({
  dynamodb: () => engineAt(dynamodb, engineKey)('ListTables', { Limit: 1 }),
  sqs: (abortSignal) => sqs.send(new ListQueuesCommand({ MaxResults: 1 }), { abortSignal }),
  s3: (signal) => reach(bucketUrl('HEAD', s3, engineKey), 'HEAD')(signal),
  disk: () => writeToDisk(directory),
  mail: reach(`${mail}/health-check`),
  ...(oidc && { oidc: reach(`${oidc}/health-check`) }),
  ...(vendors && { vendors: reach(`${vendors}/requests?vendor=none`) }),
});

/** On a full disk, reads succeed and every write fails. SQLite needs about this many bytes for a transaction. */
const probedBytes = 64 * 1024;

async function writeToDisk(directory: string): Promise<void> {
  const file = join(directory, 'health-probe');
  await writeFile(file, Buffer.alloc(probedBytes), { flush: true });
  await rm(file, { force: true });
}

const reach =
  (url: string, method = 'GET'): Probe =>
  async (signal) => {
    const answer = await fetch(url, { method, signal });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  };

export async function engineStates(probes: Record<string, Probe>, limitMs = 1000): Promise<EngineStates> {
  const states = Object.entries(probes).map(async ([name, probe]) => {
    const signal = AbortSignal.timeout(limitMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const state = await Promise.race([probe(signal), late]).then(
      () => 'ok' as const,
      () => 'down' as const,
    );
    return [name, state] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
