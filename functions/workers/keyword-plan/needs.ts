import { users } from '#shared/accounts/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { creditCosts, credits } from '#shared/credits/needs.ts';
import { plans } from '#shared/keyword-plans/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { llm } from '#shared/llm/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { web } from '#shared/web/needs.ts';

export const needs = {
  competitors,
  creditCosts,
  credits,
  llm,
  plans,
  queues,
  tasks: userTasks,
  turns: limits,
  users,
  web,
};
