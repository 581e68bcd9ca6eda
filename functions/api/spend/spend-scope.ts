import { ownerScope } from '#functions/api/owner-scope.ts';
import type { Actors } from '#shared/http/actors.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

/** Throws 403 for a key of another environment, or of a single pixel: spend covers the whole account. */
export function spendScope(actor: Actors['viewOrKey'], query: { environment?: 'live' | 'test' | undefined }) {
  const { accountId, environment, pixelKey } = ownerScope(actor, query);
  if (pixelKey !== null) throw fail(serviceErrors.forbidden);
  return { accountId, environment };
}
