import { codes, messenger, phoneCodes } from '#shared/accounts/codes/needs.ts';
import { users } from '#shared/accounts/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { throttle } from '#shared/limits/needs.ts';
import { mailer, mailNeeds } from '#shared/mail/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';

export const needs = {
  ...mailNeeds,
  codes,
  mailer,
  messenger,
  operatorDomain,
  phoneCodes,
  queues,
  throttle,
  users,
};
export type Deps = DepsOf<typeof needs>;
