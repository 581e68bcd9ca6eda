import { levelOf, type SpendLevel, type SpendNames } from './spend-rows.ts';

export type LevelClash<R> = { row: R; level: SpendLevel; other: SpendLevel };

/**
 * The rows of a day whose level is not that of the first row of their campaign: their spend would count twice. A row
 * without a campaign is of the whole account, and admits no other row.
 */
export function levelClashes<R extends SpendNames>(rows: readonly R[]): LevelClash<R>[] {
  const [first] = rows;
  if (!first) return [];
  const isOfAccount = levelOf(first) === 'account';
  const levelById = new Map<string, SpendLevel>();
  const byName = new Map<string, { level: SpendLevel; hasRowWithoutId: boolean }>();
  return rows.flatMap((row) => {
    const level = levelOf(row);
    if (isOfAccount || level === 'account') return isOfAccount === (level === 'account') ? [] : [{ row, level, other: levelOf(first) }];
    const { campaignId, campaign } = row;
    const ofName = campaign === null ? undefined : byName.get(campaign);
    const isSameByName = campaignId === null || ofName?.hasRowWithoutId === true;
    const ofId = campaignId === null ? undefined : levelById.get(campaignId);
    const other = ofId ?? (isSameByName ? ofName?.level : undefined) ?? level;
    if (campaignId !== null && ofId === undefined) levelById.set(campaignId, other);
    if (campaign !== null)
      byName.set(campaign, {
        level: ofName?.level ?? other,
        hasRowWithoutId: campaignId === null || ofName?.hasRowWithoutId === true,
      });
    return other === level ? [] : [{ row, level, other }];
  });
}

export const levelClashText = ({ row, level, other }: LevelClash<SpendNames>, day: string): string =>
  level === 'account' || other === 'account'
    ? `A row of the whole account on ${day} admits no other row, because its spend would count twice: send it under an \`account\` of its own, or leave it out`
    : `A row of the level ${level} on ${day}, whose campaign ${row.campaign ?? row.campaignId} also has the level ${other}: its spend would count twice. Send each campaign at one level a day`;
