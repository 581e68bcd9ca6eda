import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { type JudgeDeps, judgeClicks } from './judge-clicks.ts';

type Changed = { before: Conversion | null; after: Conversion };

/**
 * A counted event proves its click human. The proof is stored where it can matter: with clicks that have other signals or
 * that wait for a verdict. The event is in the index before, so that a verdict which is written now finds it there. A click
 * that is proved already is judged again, since the process that stored the proof can have died before it read the rules again.
 */
export async function proveClicks(
  changes: readonly Changed[],
  deps: Pick<JudgeDeps, 'clicks' | 'clickRules'>,
): Promise<void> {
  const sids = changes.flatMap(({ before, after }) =>
    after.counts && !before?.counts && after.click?.sid ? [after.click.sid] : [],
  );
  if (sids.length === 0) return;
  const open = (await deps.clicks.stored(sids)).filter(needsProof);
  await judgeClicks(open, async () => ['counted_event'], deps);
}

function needsProof({ facts, erasedAt }: Click): boolean {
  if (!facts || erasedAt) return false;
  return facts.verify !== undefined || (facts.signals?.length ?? 0) > 0;
}
