import { declaredErrors } from '#shared/values/declared-errors.ts';

export const adErrors = /* @__PURE__ */ declaredErrors({
  ads_page_not_found: [
    404,
    'No page was found in the ad library. Open your page there, copy its address and send it to my-ads/setup.',
    { operation: 'setOwnPage', title: 'Set your ads page', page: '/console/competitors' },
  ],
  ads_page_not_set: [
    404,
    'Your page in the ad library is not set. Use my-ads/auto-discover or my-ads/setup.',
    { operation: 'discoverOwnPage', title: 'Find your ads page', page: '/console/competitors' },
  ],
});
