import { declaredErrors } from '#shared/values/declared-errors.ts';

export const competitorErrors = /* @__PURE__ */ declaredErrors({
  competitor_not_found: [404, 'None of your competitors has this name or domain.'],
  discovery_failed: [502, 'The discovery failed. Start it again.'],
  company_website_missing: [
    409,
    'The profile has no company website. Add one, then retry the same request.',
    { operation: 'changeProfile', title: 'Add your company website', page: '/console/account/profile' },
  ],
});
