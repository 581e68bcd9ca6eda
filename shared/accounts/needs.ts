import type { Context } from '#shared/aws/context.ts';
import { ipNetworkIdOf } from './ip-network-id.ts';
import { managedClientsIn } from './store/managed-clients.ts';
import { usersIn } from './store/users.ts';

export const users = ({ accounts }: Context) => usersIn(accounts());
export const managedClients = ({ accounts, now }: Context) => managedClientsIn(accounts(), { now });
export const ipNetworkId = ({ secrets }: Context) => ipNetworkIdOf(secrets);
