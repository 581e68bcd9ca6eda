/** `report` credits a user's earlier click afterwards; `answer` also includes it in the response. */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** An account whose first key is older than the setting has this value. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
