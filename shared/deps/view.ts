import type { Audit } from '#shared/data/audit.ts';
import type { ManagedClients } from '#shared/data/managed-clients.ts';
import type { Deps } from '#shared/deps.ts';
import type { OperatorDeps } from './operators.ts';

/** What endpoints with the common view parameters are built with, beside their own. */
export type ViewDeps = Pick<Deps, 'now' | 'users' | 'tokens' | 'frontEndOrigins'> &
  OperatorDeps & { audit: Audit; managedClients: ManagedClients };
