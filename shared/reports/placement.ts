import type { ConversionChange } from '#shared/conversions/conversion-changes.ts';
import { covers, generationOf, isOpen, type PartName, partsOfStored, type Recount } from '#shared/reports/rules/recounts.ts';
import { type Claim, claimedAfterMs, nameOf, type Recounts } from '#shared/reports/store/recounts.ts';

export type Placement = (sequence: string, part: PartName, day: string) => readonly number[];

export const asFirst: Placement = () => [0];

/** Events that a running recount may have counted are claimed first, so that they count once. */
export async function placementOf(
  changes: readonly ConversionChange[],
  { recounts, now }: { recounts: Recounts; now(): number },
): Promise<Placement> {
  if (changes.length === 0) return asFirst;
  const recountsByAccount = await recounts.of(changes.map(({ after }) => after.accountId));
  if (recountsByAccount.size === 0) return asFirst;
  const mayBeClaimed = (recount: Recount) =>
    isOpen(recount) || (recount.closedAt !== undefined && now() - Date.parse(recount.closedAt) < claimedAfterMs);
  const wanted: Claim[] = changes.flatMap(({ before, after }) => {
    const { accountId, environment, eventId } = after;
    const claimableRecounts = (recountsByAccount.get(accountId) ?? []).filter(mayBeClaimed);
    return claimableRecounts.flatMap((recount) =>
      partsOfChange(before, after)
        .filter(({ days }) => days.some((day) => covers(recount, day)))
        .map(({ part }) => ({ accountId, environment, generation: recount.generation, eventId, part })),
    );
  });
  const claims = new Map(wanted.map((claim) => [nameOf(claim), claim]));
  const live = await recounts.claimLive([...claims.values()]);
  const events = new Map(changes.map(({ sequence, after }) => [sequence, after]));

  return (sequence, part, day) => {
    const event = events.get(sequence);
    if (!event) return [0];
    const { accountId, environment, eventId } = event;
    const accountRecounts = recountsByAccount.get(accountId) ?? [];
    const current = generationOf(accountRecounts, day);
    return [
      ...(current === 0 ? [0] : []),
      ...accountRecounts
        .filter((recount) => covers(recount, day) && (isOpen(recount) || recount.generation === current))
        .filter(
          (recount) =>
            !mayBeClaimed(recount) || live.has(nameOf({ accountId, environment, generation: recount.generation, eventId, part })),
        )
        .map(({ generation }) => generation),
    ];
  };
}

function partsOfChange(before: ConversionChange['before'], after: ConversionChange['after']) {
  return partsOfStored(after)
    .filter(({ name }) => {
      if (name === 'accepted') return !before;
      return name === 'matched' ? !before?.matchedAt : !before?.conflict;
    })
    .map(({ name, cells, activity }) => ({
      part: name,
      days: [...cells.map(({ cell }) => cell.day), ...activity.map(({ at }) => at.slice(0, 10))],
    }));
}
