import { users } from '#shared/accounts/needs.ts';
import { findings } from '#shared/accounts/profile/needs.ts';
import { waitlist } from '#shared/accounts/registration/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { moderation } from '#shared/llm/needs.ts';

const llm = ({ env }: Context) => ({ model: env.LLM_MODEL });

export const needs = { findings, llm, moderation, queues, users, waitlist };
export type Deps = DepsOf<typeof needs>;
