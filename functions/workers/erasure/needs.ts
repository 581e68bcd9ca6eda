import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { erasureFiles, erasures, tombstones } from '#shared/event-log/needs.ts';
import { parts, reconciliations } from '#shared/reconciliation/needs.ts';

/** A message works this long on reconciliations, and another message continues. */
const workSeconds = () => 20;

export const needs = { erasureFiles, erasures, parts, queues, reconciliations, tombstones, workSeconds };
export type Deps = DepsOf<typeof needs>;
