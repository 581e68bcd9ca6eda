import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { clicks, conversions, eventIndex } from '#shared/conversions/needs.ts';

export const needs = { clickRules, clicks, conversions, eventIndex, queues };
export type Deps = DepsOf<typeof needs>;
