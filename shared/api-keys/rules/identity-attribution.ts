/** `report` credits a user's earlier click afterwards; `answer` also includes it in the response. */
export const identityAttributions = ['off', 'report', 'answer'] as const;
export type IdentityAttribution = (typeof identityAttributions)[number];

export const defaultIdentityAttribution: IdentityAttribution = 'report';
/** The first key of these accounts is older than the setting. */
export const olderIdentityAttribution: IdentityAttribution = 'answer';
