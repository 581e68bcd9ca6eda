import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';

const maxNamed = 20;

export async function resolvePixelScope(accountId: AccountId, named: string | undefined, keys: Pick<ApiKeys, 'list'>): Promise<string> {
  if (named) return named;
  const pixels = (await keys.list(accountId)).flatMap(({ kind, environment, revokedAt, pixelKey }) =>
    kind === 'public' && environment === 'live' && !revokedAt && pixelKey ? [pixelKey] : [],
  );
  const [only, ...more] = pixels;
  if (!only)
    throw fail(serviceErrors.not_found, {
      detail: 'The account has no live pixel. Issue a public key first.',
    });
  if (more.length > 0)
    throw invalid({
      type: 'missing',
      loc: ['query', 'pixel_key'],
      msg: `The account has several live pixels. Name one: ${pixels.slice(0, maxNamed).join(', ')}`,
    });
  return only;
}
