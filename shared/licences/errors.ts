import { declaredErrors } from '#shared/values/declared-errors.ts';

export const licenceErrors = /* @__PURE__ */ declaredErrors({
  licence_taken: [409, 'This licence belongs to another account.'],
  licence_not_active: [409, 'This licence is not active.'],
  team_full: [409, 'Every seat of this licence is taken.'],
});
