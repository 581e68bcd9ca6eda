import { newAccount } from '#shared/accounts/rules/users.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { type Scene, setScene } from './scene.ts';
import { median } from './statistics.ts';

export type Compared = { label: string; scene: Scene; endpoint: string };

export async function withScenes<T>(
  signal: AbortSignal,
  use: (newScene: () => Promise<Omit<Compared, 'label'>>) => Promise<T>,
): Promise<T> {
  const hosts: HostProcess[] = [];
  const scenes: Scene[] = [];
  try {
    return await use(async () => {
      const host = await startHostProcess(signal);
      hosts.push(host);
      const scene = await setScene(host);
      scenes.push(scene);
      return { scene, endpoint: host.facts.engines.dynamodb };
    });
  } finally {
    for (const scene of scenes) scene.close();
    for (const host of hosts) await host.stop();
  }
}

/** A ratio is taken within a round. */
export async function timedInTurns(
  sets: readonly Compared[],
  timeOf: (scene: Scene) => Promise<unknown>,
  { rounds, calls, signal, onStep }: { rounds: number; calls: number } & Around,
) {
  const times = sets.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    if (round >= 0) onStep(`round ${round + 1} of ${rounds}`);
    const order = [...sets.entries()];
    for (const [i, { scene }] of round % 2 === 0 ? order : order.toReversed()) {
      const ofRound: number[] = [];
      for (let call = 0; call < calls; call++) {
        signal.throwIfAborted();
        const start = performance.now();
        await timeOf(scene);
        ofRound.push(performance.now() - start);
      }
      if (round >= 0) times[i]?.push(median(ofRound));
    }
  }
  return times.map((ofSet) => ({
    medianMs: median(ofSet),
    ofFew: median(ofSet.map((ms, round) => ms / (times[0]?.[round] ?? Number.NaN))),
  }));
}

export const attributionAt = (endpoint: string, count?: (output: Awaited<ReturnType<Dynamo>>) => void) => {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const dynamo = signedDynamo({ region: 'us-east-1', endpoint, credentials });
  return tableAt('attribution', async (operation, input) => {
    const output = await dynamo(operation, input);
    count?.(output);
    return output;
  });
};

export function requestOf<Q>(userId: number, query: Q) {
  const user = newAccount({ id: userId, email: '', createdAt: '' });
  const viewer = { kind: 'self' as const };
  const actor = { accountId: userId, userId, user, owner: user, signedInAt: 0, viewer };
  const request = { query, actor, params: undefined, body: undefined, requestId: 'bench', sourceIp: '' };
  return { ...request, header: () => undefined };
}
