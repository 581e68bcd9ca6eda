import { declaredErrors } from '#shared/values/declared-errors.ts';

export const conversionErrors = /* @__PURE__ */ declaredErrors({
  click_id_out_of_scope: [403, 'The click ID is outside the scope of this key. Use the key of the same pixel and environment.'],
  properties_too_large: [413, 'properties is larger than 32,768 bytes as compact JSON.'],
});
