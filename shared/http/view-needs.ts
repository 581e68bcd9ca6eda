import { managedClients } from '#shared/accounts/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { audit } from '#shared/operators/needs.ts';
import { operatorNeeds, userNeeds } from './needs.ts';

/** Operators and managers of an account may view what its owner sees, and each view is recorded. */
export const viewNeeds = { ...userNeeds, ...operatorNeeds, audit, limits, managedClients };
