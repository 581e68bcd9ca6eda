/**
 * What an account lets an earlier click of the same user earn. `off`: nothing. `report`: the request is answered by its
 * click ID alone, and the event is credited afterwards. `answer`: the request itself is answered with the user's click.
 */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

/** What an account gets with its first key. */
export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** What applies to an account whose first key is older than the setting. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
