import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { clicks, conversions, eventIndex, identities } from '#shared/conversions/needs.ts';
import { erasureFiles, erasures, matchKeys, tombstones } from '#shared/event-log/needs.ts';
import { parts, reconciliations } from '#shared/reconciliation/needs.ts';

/** A message works this long on reconciliations, and another message continues. */
const workSeconds = () => 20;

export const needs = {
  clicks,
  conversions,
  erasureFiles,
  erasures,
  eventIndex,
  identities,
  matchKeys,
  parts,
  queues,
  reconciliations,
  tombstones,
  workSeconds,
};
export type Deps = DepsOf<typeof needs>;
