import type { AccountId } from '#shared/values/tenant.ts';
import type { Lane } from './lane.ts';

/** Two accounts can have targets with the same ID. */
export type TargetRef = { accountId: AccountId; id: string };

/** A target gets deliveries: a webhook endpoint, for example. */
export type Target = TargetRef &
  Lane & {
    status: 'enabled' | 'disabled';
    failingSince?: string;
    failing?: readonly string[];
  };
