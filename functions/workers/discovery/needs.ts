import { adLibrary, adPages } from '#shared/ads/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { discoveryLimits as limitsOfDiscovery } from '#shared/competitors/discovery-deps.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { creditCosts, credits } from '#shared/credits/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { llm } from '#shared/llm/needs.ts';
import { webSearchOf } from '#shared/llm/vendors/web-search-of.ts';
import { siteChecksOnThisMachine } from '#shared/site-check/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { web } from '#shared/web/needs.ts';

const discoveryLimits = () => limitsOfDiscovery;
const search = ({ env, secrets, random, once, host: { fetch } }: Context) => webSearchOf(env, { llm: once(llm), secrets, random, fetch });

export const needs = {
  adLibrary,
  adPages,
  competitors,
  creditCosts,
  credits,
  discoveryLimits,
  llm,
  queues,
  search,
  siteChecksOnThisMachine,
  tasks: userTasks,
  turns: limits,
  web,
};
export type Deps = DepsOf<typeof needs>;
