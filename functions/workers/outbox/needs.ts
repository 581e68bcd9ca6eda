import type { DepsOf } from '#shared/aws/deps-of.ts';
import { effectNeeds } from '#shared/outbox/effect-needs.ts';
import { deadEffects } from '#shared/outbox/needs.ts';

export const needs = { ...effectNeeds, deadEffects };
export type Deps = DepsOf<typeof needs>;
