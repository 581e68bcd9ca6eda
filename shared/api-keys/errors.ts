import { declaredErrors } from '#shared/values/declared-errors.ts';

export const apiKeyErrors = /* @__PURE__ */ declaredErrors({
  public_key_not_accepted: [401, 'Public pixel keys (pk_…) are not accepted here. Use a secret key (sk_live_… or sk_test_…).'],
  origin_not_allowed: [403, "This page's origin is not among the allowed_origins of the pixel key."],
  not_rotatable: [409, 'This key cannot be rotated.'],
  rotated_meanwhile: [
    409,
    'Another request rotated this key at the same moment; this one changed nothing. Rotate again if the other was not yours.',
  ],
  too_many_keys: [
    409,
    'This account has reached the limit of 100 active keys. Revoke one, then retry the same request.',
    { operation: 'revokeKey', title: 'Revoke a key', page: '/console/keys' },
  ],
});
