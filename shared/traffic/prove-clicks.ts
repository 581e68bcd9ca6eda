import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { type JudgeDeps, judgeClicks } from './judge-clicks.ts';

type Changed = { before: Conversion | null; after: Conversion };

/**
 * The event is in the index before this proof, for later verdicts. A proven click is judged again, since the earlier
 * process may have died.
 */
export async function proveClicks(changes: readonly Changed[], deps: Pick<JudgeDeps, 'clicks' | 'clickRules'>): Promise<void> {
  const sids = changes.flatMap(({ before, after }) => (after.counts && !before?.counts && after.click?.sid ? [after.click.sid] : []));
  if (sids.length === 0) return;
  const unprovenClicks = (await deps.clicks.stored(sids)).filter(needsProof);
  await judgeClicks(unprovenClicks, async () => ['counted_event'], deps);
}

function needsProof({ facts, erasedAt }: Click): boolean {
  if (!facts || erasedAt) return false;
  return facts.verify !== undefined || (facts.signals?.length ?? 0) > 0;
}
