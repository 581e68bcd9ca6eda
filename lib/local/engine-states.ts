import { ListQueuesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { EngineStates } from '#functions/api/docs/check-health.ts';
import { bucketUrl } from './create-bucket.ts';
import { engineAt } from './engines/dynamodb-call.ts';

/** A cheap call that fails when its engine does not work. */
export type Probe = (signal: AbortSignal) => Promise<unknown>;

type Addresses = {
  dynamodb: string;
  sqs: SQSClient;
  /** The address of an existing bucket. */
  s3: string;
  mail: string;
  /** Absent on a host that other machines reach. */
  oidc?: string | undefined;
  vendors?: string | undefined;
  engineKey: string;
};

export const probesOf = ({
  dynamodb,
  sqs,
  s3,
  mail,
  oidc,
  vendors,
  engineKey,
}: Addresses): Record<string, Probe> => ({
  dynamodb: () => engineAt(dynamodb, engineKey)('ListTables', { Limit: 1 }),
  sqs: (abortSignal) => sqs.send(new ListQueuesCommand({ MaxResults: 1 }), { abortSignal }),
  s3: (signal) => reach(bucketUrl('HEAD', s3, engineKey), 'HEAD')(signal),
  mail: reach(`${mail}/health-check`),
  ...(oidc && { oidc: reach(`${oidc}/health-check`) }),
  ...(vendors && { vendors: reach(`${vendors}/requests?vendor=none`) }),
});

const reach =
  (url: string, method = 'GET'): Probe =>
  async (signal) => {
    const answer = await fetch(url, { method, signal });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  };

/** Checks all engines in parallel. An engine that does not answer within `limitMs` is down. */
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
