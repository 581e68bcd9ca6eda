import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { Actors } from '#shared/http/actors.ts';
import { idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import { log } from '#shared/log.ts';
import type { RequestInHand } from '#shared/prompts/store/prompt-requests.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import { type Made, makePrompt, type makePromptNeeds, refusal } from './make-prompt.ts';
import type { PromptOrder } from './prompt-order.ts';

type Deps = DepsOf<typeof makePromptNeeds>;

type Asking = {
  actor: Actors['view'];
  header(name: string): string | undefined;
  requestId: string;
};

/** A repeated request gets the first response, even a refusal of the model; other failures are retried. */
export async function oncePerKey(order: PromptOrder, { actor, header, requestId }: Asking, deps: Deps): Promise<Made> {
  const key = idempotencyKeyOf(header);
  if (key === undefined) return await makePrompt(order, { actor, inHand: null }, deps);

  const claim = await deps.requests.take(actor.accountId, key, fingerprintOf(order));
  switch (claim.state) {
    case 'mine':
      return await inHand(claim.inHand);
    case 'busy':
      throw fail(serviceErrors.still_working, { headers: { 'retry-after': String(claim.seconds) } });
    case 'another':
      throw fail(serviceErrors.idempotency_key_reused);
    case 'refused':
      throw refusal();
    case 'done': {
      const prompt = (await deps.conversations.withPrompts(claim.conversationId))?.prompts[0];
      if (!prompt) throw new Error('A request for a prompt has lost its conversation.');
      return { prompt, headers: {} };
    }
  }

  async function inHand(request: RequestInHand): Promise<Made> {
    try {
      return await makePrompt(order, { actor, inHand: request }, deps);
    } catch (error) {
      await deps.requests
        .release(request)
        .catch((cause: Error) => log.warn('request not released', { request_id: requestId, error: cause }));
      throw error;
    }
  }
}

const fingerprintOf = ({ topic, facts, images }: PromptOrder) =>
  sha256(
    JSON.stringify([topic, facts, images.map(({ role, input }) => [role, 'url' in input ? input.url : input.bytes.toString('base64')])]),
  );
