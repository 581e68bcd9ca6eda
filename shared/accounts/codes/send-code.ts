import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import type { CodeKey } from '#shared/accounts/codes/store/code-item.ts';
import type { Codes } from '#shared/accounts/codes/store/codes.ts';
import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import { ApiError, fail } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';

export const codesLimit: RateLimit = { name: 'codes', limit: 1, windowSeconds: codeLimits.secondsBetween };

/** If `send` fails, the code is withdrawn. A code that `coveredBy` requested within the minute suffices. */
export async function sendCode(
  { purpose, address, sourceIp, coveredBy }: CodeKey & { sourceIp: string; coveredBy?: string | undefined },
  send: (code: string, generation: string) => Promise<void>,
  { codes, ipNetworkId }: { codes: Codes; ipNetworkId: IpNetworkId },
): Promise<Record<string, string>> {
  const issued = await codes.issue(purpose, address, { ipNetwork: await ipNetworkId(sourceIp) });
  if ('why' in issued) {
    const limitState = { remaining: 0, resetSeconds: issued.waitSeconds };
    if (coveredBy !== undefined && issued.why === 'too_soon' && issued.requestId === coveredBy)
      return rateLimitHeaders(codesLimit, limitState);
    throw limitReached(
      codesLimit,
      limitState,
      issued.why === 'too_soon' ? accountErrors.code_sent_recently : accountErrors.too_many_attempts,
    );
  }
  try {
    await send(issued.code, issued.generation);
  } catch (error) {
    // Errors of the message service contain the recipient, so they are not logged.
    log.warn('code not sent', { purpose, error_name: (error as Error).name });
    await codes
      .withdraw(purpose, address, issued.generation)
      .catch((cause: Error) => log.warn('code not withdrawn', { purpose, error: cause }));
    // An `ApiError` from `send` is more precise than `message_not_sent`.
    throw error instanceof ApiError ? error : fail(accountErrors.message_not_sent);
  }
  return rateLimitHeaders(codesLimit, { remaining: 0, resetSeconds: codeLimits.secondsBetween });
}
