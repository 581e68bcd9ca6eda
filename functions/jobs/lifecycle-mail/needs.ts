import { users } from '#shared/accounts/needs.ts';
import { mailOrders } from '#shared/mail/needs.ts';

export const needs = { mailOrders, users };
