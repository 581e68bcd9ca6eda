import type { ManagedClients } from '#shared/accounts/store/managed-clients.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import type { Tokens } from '#shared/accounts/tokens.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { Audit } from '#shared/operators/store/audit.ts';
import type { DevUsers } from '#shared/operators/store/dev-users.ts';
import type { Secrets } from '#shared/secrets.ts';

export type AuthDeps = Partial<
  { tokens: Tokens; users: Users; keys: ApiKeys } & {
    operatorTokenHashes: readonly string[];
    operatorMfaRequired: boolean;
    devUsers: Pick<DevUsers, 'byId'>;
    managedClients: Pick<ManagedClients, 'find'>;
    audit: Pick<Audit, 'record'>;
    secrets: Pick<Secrets, 'ofVendor' | 'mac'>;
    now(): number;
  }
>;

type UserNames = 'tokens' | 'users';
type OperatorNames = 'tokens' | 'devUsers' | 'operatorTokenHashes' | 'operatorMfaRequired';
type ViewNames = UserNames | OperatorNames | 'managedClients' | 'audit';

/** The dependencies that recognise the caller of each auth kind. */
export type NamesOfAuth = {
  none: never;
  user: UserNames;
  optionalUser: UserNames;
  view: ViewNames;
  report: ViewNames | 'keys';
  viewOrKey: ViewNames | 'keys';
  operator: OperatorNames;
  devToken: OperatorNames;
  devUser: OperatorNames;
  readKey: 'keys';
  conversionKey: 'keys';
  pixelKey: 'keys';
  billingSignature: never;
  partnerSignature: never;
};

export type Credentials = {
  header(name: string): string | undefined;
  queryKey?: string | undefined;
  body: unknown;
  rawBody(): Uint8Array;
};

export const challenge = { headers: { 'www-authenticate': 'Bearer' } };

export const bearer = ({ header }: Pick<Credentials, 'header'>) => /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1];

export function needed<K extends keyof AuthDeps>(deps: AuthDeps, ...names: K[]) {
  for (const name of names) if (deps[name] === undefined) throw new Error(`This function was built without ${name}.`);
  return deps as Required<Pick<AuthDeps, K>>;
}
