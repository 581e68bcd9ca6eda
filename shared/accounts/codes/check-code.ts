import { randomUUID } from 'node:crypto';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import type { CodeKey } from '#shared/accounts/codes/store/code-item.ts';
import type { Codes } from '#shared/accounts/codes/store/codes.ts';
import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { resetCodesQueue } from '#shared/accounts/queues.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { fail } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';

export const attemptsLimit: RateLimit = {
  name: 'attempts',
  limit: codeLimits.failures,
  windowSeconds: codeLimits.lifetimeSeconds,
};

type Guess = CodeKey & { guess: string; sourceIp: string };
type Right = {
  generation: string;
  counters: readonly string[];
  headers: Record<string, string>;
};

export async function checkCode(
  { purpose, address, guess, sourceIp }: Guess,
  deps: { codes: Codes; ipNetworkId: IpNetworkId; queues: Sender },
): Promise<Right> {
  const ipNetwork = await deps.ipNetworkId(sourceIp);
  const checked = await deps.codes.check({ purpose, address, ipNetwork }, guess);
  if (checked.isUnreportedGuessing) await reportGuessing({ purpose, address }, deps);
  if (checked.outcome === 'closed') throw limitReached(attemptsLimit, checked.left, accountErrors.too_many_attempts);
  const headers = rateLimitHeaders(attemptsLimit, checked.left);
  if (checked.outcome === 'right') return { ...checked, headers };
  throw fail(checked.outcome === 'expired' ? accountErrors.code_expired : accountErrors.invalid_code, {
    headers,
  });
}

async function reportGuessing({ purpose, address }: CodeKey, { codes, queues }: { codes: Codes; queues: Sender }): Promise<void> {
  if (purpose === 'phone' || purpose === 'email_change') return;
  try {
    await queues.send(resetCodesQueue, { email: address, request_id: randomUUID(), about: 'guessing' });
    await codes.guessingReported(purpose, address);
  } catch (error) {
    log.warn('guessing is not reported', { purpose, error: error as Error });
  }
}
