/**
 * `off` never credits a user's earlier click; `report` credits it afterwards; `answer` also includes it in
 * the response.
 */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** The setting of accounts whose first key is older than the setting. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
