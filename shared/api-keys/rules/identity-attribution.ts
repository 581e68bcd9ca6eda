/**
 * The attribution of an earlier click of the same user. `off` disables it. With `report`, the response uses
 * only the click ID, and the event is credited afterwards. With `answer`, the response itself contains the
 * user's click.
 */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

/** The setting of an account with its first key. */
export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** The setting of an account whose first key is older than the setting. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
