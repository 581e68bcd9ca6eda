import type { DepsOf } from '#shared/aws/deps-of.ts';
import { deadEffects, effectNeeds } from '#shared/outbox/needs.ts';

export const needs = { ...effectNeeds, deadEffects };
export type Deps = DepsOf<typeof needs>;
