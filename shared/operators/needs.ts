import type { Context } from '#shared/aws/context.ts';
import { auditIn } from './store/audit.ts';
import { devUsersIn } from './store/dev-users.ts';
import { receivedWebhooksIn } from './store/received-webhooks.ts';

export const audit = ({ accounts, now }: Context) => auditIn(accounts(), { now });
export const devUsers = ({ accounts }: Context) => devUsersIn(accounts());
export const operatorDomain = ({ env }: Context) => env.OPERATOR_DOMAIN;
export const operatorTokenHashes = ({ env }: Context) => env.OPERATOR_TOKEN_HASHES;
export const operatorMfaRequired = ({ env }: Context) => env.OPERATOR_MFA_REQUIRED;
export const received = ({ accounts, now }: Context) => receivedWebhooksIn(accounts(), { now });
