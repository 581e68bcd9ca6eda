import * as z from 'zod';
import type { AccountId, UserId } from '#shared/values/tenant.ts';

/** The account whose data a message is about. */
export const accountIdField = z.int() as z.ZodType<AccountId, AccountId>;

/** The person whom a message is about, or who gets the mail. */
export const userIdField = z.int() as z.ZodType<UserId, UserId>;
