import type { RateLimits } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import type { MessageOf, Queue } from '#shared/messages/queue.ts';
import { RetrySoon, retrySoonSeconds, WaitsForOtherWork } from '#shared/messages/retry-soon.ts';
import type { Sender } from '#shared/messages/sender.ts';

export type TurnDeps = {
  turns: Pick<RateLimits, 'take' | 'giveBack'>;
  queues: Pick<Sender, 'send'>;
  random(): number;
};

const [soonest, latest] = retrySoonSeconds;

/** A repeated message reuses its slot. Slots of dead workers are free after the timeout. */
export async function inTurn<Q extends Queue>(
  { queue, message, account, name }: { queue: Q; message: MessageOf<Q>; account: number; name: string },
  deps: TurnDeps,
  work: () => Promise<void>,
): Promise<void> {
  const { timeoutSeconds, accountTurns = Number.MAX_SAFE_INTEGER } = queue;
  const limit = { name: `turns-${queue.name}`, limit: accountTurns, windowSeconds: timeoutSeconds };
  const caller = String(account);
  const turn = await deps.turns.take(limit, caller, name);
  const sendLater = async (reason: string) => {
    log.info(reason, { queue: queue.name, account_id: account });
    const delaySeconds = Math.ceil(soonest + (latest - soonest) * deps.random());
    await deps.queues.send(queue, message, { delaySeconds });
  };
  if (!turn.isAllowed) return await sendLater('work waits for its turn of the account');
  const giveBack = () =>
    deps.turns
      .giveBack(limit, caller, turn)
      .catch((error: Error) => log.warn('turn not given back, it ends by itself', { queue: queue.name, error }));
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RetrySoon)) await giveBack();
    if (error instanceof WaitsForOtherWork) return await sendLater(error.message);
    throw error;
  }
  await giveBack();
}
