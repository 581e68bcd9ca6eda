import { declaredErrors } from '#shared/values/declared-errors.ts';

export const eventLogErrors = /* @__PURE__ */ declaredErrors({
  not_replayable: [409, 'Only a rejected event whose content is still stored can be replayed.'],
});
