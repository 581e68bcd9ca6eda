import type { ManagedClients } from '#shared/accounts/store/managed-clients.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import type { Tokens } from '#shared/accounts/tokens.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { Audit } from '#shared/operators/store/audit.ts';
import type { DevUsers } from '#shared/operators/store/dev-users.ts';
import type { Secrets } from '#shared/secrets.ts';

/** What the auth kinds reach; a function is built with those that its endpoints need. */
export type AuthDeps = Partial<
  { tokens: Tokens; users: Users; keys: ApiKeys } & {
    /** SHA-256 hashes (hex) of the tokens that are good. */
    operatorTokenHashes: readonly string[];
    /** Whether the access token of an operator without a second factor is refused. */
    operatorMfaRequired: boolean;
    devUsers: Pick<DevUsers, 'byId'>;
    managedClients: Pick<ManagedClients, 'find'>;
    audit: Pick<Audit, 'record'>;
    secrets: Pick<Secrets, 'ofVendor' | 'mac'>;
    now(): number;
  }
>;

/** What of a request may say who calls. */
export type Credentials = {
  header(name: string): string | undefined;
  /** The query's `key`, in which a read-only key may be sent. */
  queryKey?: string | undefined;
  body: unknown;
  /** The body's bytes, as sent. */
  rawBody(): Uint8Array;
};

/** Goes with a 401 where a Bearer token is expected. */
export const challenge = { headers: { 'www-authenticate': 'Bearer' } };

export const bearer = ({ header }: Pick<Credentials, 'header'>) =>
  /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1];

/** A function that was built without what its endpoints' auth kind needs is a programmer's error. */
export function needed<K extends keyof AuthDeps>(deps: AuthDeps, ...names: K[]) {
  for (const name of names)
    if (deps[name] === undefined) throw new Error(`This function was built without ${name}.`);
  return deps as Required<Pick<AuthDeps, K>>;
}
