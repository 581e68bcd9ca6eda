import { keyRequestHours } from '#shared/api-keys/rules/keys.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { CompletedKeyRequest, KeyRequest } from '#shared/api-keys/store/key-requests.ts';
import { idempotencyHeaders, idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import type { Secrets } from '#shared/secrets.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { apiKeyOf, newApiKey, randomText, sha256 } from '#shared/values/ids.ts';

export const keyRequestHeaders = idempotencyHeaders(
  '1 to 200 printable ASCII characters of your choice. A retry with the same value returns the first response, ' +
    `including the secret, for ${keyRequestHours} hours.`,
);

export const keyRequestText =
  `With the header \`Idempotency-Key\`, a retry within ${keyRequestHours} hours changes nothing and returns the first response, ` +
  'including the secret. Simultaneous requests with the same value do the work once, and all return its response. ' +
  'The value belongs to your account and this operation. With a different request it is 409 `idempotency_key_reused`. ' +
  'If the key was revoked or rotated since, the retry is 409 `key_superseded`: its secret is no longer current.';

export function keyRequestOf(
  header: (name: string) => string | undefined,
  { asks, ...request }: Pick<KeyRequest, 'accountId' | 'operation'> & { asks: readonly unknown[] },
): KeyRequest | null {
  const idempotencyKey = idempotencyKeyOf(header);
  if (idempotencyKey === undefined) return null;
  return { ...request, idempotencyKey, fingerprint: sha256(JSON.stringify(asks)), salt: randomText(43) };
}

/**
 * With an `Idempotency-Key`, a retry derives the same secret until the salt expires, so no secret is stored.
 */
export async function secretFor(prefix: string, request: KeyRequest | null, secrets: Pick<Secrets, 'macs'>): Promise<string> {
  return (request && (await secretsFor(prefix, request, secrets))[0]) ?? newApiKey(prefix);
}

/**
 * The previous key of the service also derives a candidate, because the key may have been rotated since the
 * request.
 */
async function secretsFor(prefix: string, request: KeyRequest, secrets: Pick<Secrets, 'macs'>) {
  const { accountId, operation, idempotencyKey, salt } = request;
  const origin = JSON.stringify([accountId, operation, idempotencyKey, prefix, salt]);
  return (await secrets.macs(`api key ${origin}`)).map((mac) => apiKeyOf(prefix, mac));
}

export async function repeatedSecret(
  request: KeyRequest | null,
  { fingerprint, salt, key }: CompletedKeyRequest,
  { keys, secrets }: { keys: Pick<ApiKeys, 'ownKey'>; secrets: Pick<Secrets, 'macs'> },
): Promise<string> {
  if (!request) throw new Error('Only a request with an Idempotency-Key has a first one.');
  if (fingerprint !== request.fingerprint) throw fail(serviceErrors.idempotency_key_reused);
  const current = await keys.ownKey(request.accountId, key.id);
  if (!current || current.revokedAt) throw superseded(`${key.id} was revoked since`);
  if (current.sha256 !== key.sha256) throw superseded(`${key.id} was rotated since and has a newer secret`);
  const derived = await secretsFor(key.prefix, { ...request, salt }, secrets);
  const secret = derived.find((candidate) => sha256(candidate) === key.sha256);
  // The secret works, but the key that derived it was replaced, so it cannot be returned again.
  if (!secret) throw fail(serviceErrors.key_superseded);
  return secret;
}

const superseded = (what: string) =>
  fail(serviceErrors.key_superseded, {
    detail: `The first request with this Idempotency-Key succeeded, but ${what}. Send a new request with a new Idempotency-Key.`,
  });
