import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { FullName } from '#shared/accounts/fields.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import type { Identity, User } from '#shared/accounts/rules/users.ts';
import { identityTokens } from '#shared/accounts/sign-in/needs.ts';
import type { TokenUse } from '#shared/accounts/sign-in/store/used-tokens.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const identityRequestNeeds = { identityTokens, operatorDomain };
type Deps = DepsOf<typeof identityRequestNeeds>;

export const idTokenFields = {
  id_token: z.string().min(1).max(16_384).meta({ description: 'The id token from the identity provider.' }),
  nonce: z.string().max(1000).nullish().meta({ description: 'The nonce of the request to the provider, if it had one.' }),
};
export const IdTokenRequest = z.object(idTokenFields).meta({ id: 'IdTokenRequest' });

export const idTokenErrors = [
  accountErrors.invalid_id_token,
  accountErrors.id_token_used,
  accountErrors.email_not_verified,
  serviceErrors.forbidden,
  serviceErrors.vendor_unavailable,
] as const;

/** The identity provider has verified `email`, which is normalised. */
export type ProvenPerson = {
  identity: Identity;
  email: string;
  fullName: string | null;
  use: TokenUse;
};

export async function provenPerson(
  { id_token, nonce }: z.output<typeof IdTokenRequest>,
  operation: 'login' | 'signup' | 'complete',
  { identityTokens, operatorDomain }: Pick<Deps, 'identityTokens' | 'operatorDomain'>,
): Promise<ProvenPerson> {
  const token = await identityTokens.verify(id_token, { nonce: nonce ?? undefined });
  if (!token) throw fail(accountErrors.invalid_id_token);
  const { id, identity, email, emailVerified, fullName, expiresAt } = token;
  if (!email || !emailVerified) throw fail(accountErrors.email_not_verified);
  if (isReservedEmail(email, operatorDomain))
    throw fail(serviceErrors.forbidden, {
      detail: 'Accounts with this e-mail are not signed in to this way.',
    });
  return {
    identity,
    email,
    fullName: FullName.safeParse(fullName).data || null,
    use: { operation: `idp_${operation}`, tokenId: id, by: randomUUID(), expiresAt },
  };
}

export const isBoundTo = (identity: Identity | null, { issuer, subject }: Identity) =>
  identity?.issuer === issuer && identity.subject === subject;

export function activeOnly(user: User): User {
  if (!user.isActive) throw fail(accountErrors.account_inactive);
  return user;
}
