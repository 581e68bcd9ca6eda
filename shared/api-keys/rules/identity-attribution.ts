/**
 * `off` disables the attribution of an earlier click of the same user. `report` credits the event afterwards;
 * `answer` also includes the click in the response.
 */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

/** An account with its first key has this setting. */
export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** An account whose first key is older than the setting has this setting. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
