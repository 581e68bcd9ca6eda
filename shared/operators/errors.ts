import { declaredErrors } from '#shared/values/declared-errors.ts';

export const operatorErrors = /* @__PURE__ */ declaredErrors({
  mfa_enrollment_required: [
    403,
    'Operators need a second factor here. Enroll one with dev-auth/mfa/enroll, then sign in again.',
    { operation: 'enrollDevUserMfa', title: 'Set up your second factor', page: null },
  ],
  last_operator: [409, 'This is the last active operator that can change data. Add another one with the role `write` first.'],
  user_inactive: [409, 'This user is not active. Reactivate the account, or name another one.'],
});
