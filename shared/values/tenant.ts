/** The account that owns data: the tenant. A `UserId` is not accepted in its place. */
export type AccountId = number & { readonly idOf?: 'account' };

/** A person, who signs in, asks, and gets mails. An `AccountId` is not accepted in its place. */
export type UserId = number & { readonly idOf?: 'person' };

/** The account that a person got at registration. It has the ID of that person. */
export const ownAccountOf = (person: UserId): AccountId => person as number;

/** The person to whom an account belongs, and who gets its mails. */
export const ownerOf = (account: AccountId): UserId => account as number;
