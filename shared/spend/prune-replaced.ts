import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type SpendImport, undoDays } from './rules/spend-imports.ts';
import type { PrunedSpend } from './store/pruned-spend.ts';
import type { SpendDays } from './store/spend-days.ts';
import type { SpendImports, SpendVersion } from './store/spend-imports.ts';

type Deps = { spendDays: SpendDays; spendImports: SpendImports; prunedSpend: PrunedSpend; now(): number };

/** An undo that started just before its deadline may end later. */
const marginDays = 7;
/** An account has at most 20 imports a day, so this many suffice. */
const importsEach = 3;

/** The prune removes only days that no undo can restore. The call is idempotent. */
export async function pruneReplaced(
  { accountId, environment }: { accountId: AccountId; environment: Environment },
  { spendDays, spendImports, prunedSpend, now }: Deps,
): Promise<void> {
  const after = await prunedSpend.through(accountId, environment);
  const before = now() - days(undoDays + marginDays);
  for (const agedImport of await spendImports.aged(accountId, environment, {
    after,
    before,
    limit: importsEach,
  })) {
    // An import that has not ended after this time never will.
    if (agedImport.status !== 'completed' && agedImport.status !== 'undone' && agedImport.status !== 'failed') {
      await prunedSpend.note(accountId, environment, agedImport.id);
      continue;
    }
    const versions = await Array.fromAsync(spendImports.versions(agedImport));
    const storedDays = await spendDays.on(
      agedImport,
      versions.map(({ day }) => day),
    );
    const isUnreachable = ({ importId, day }: DayOfImport) => storedDays.get(day)?.importId !== importId;
    // The days that an undone import replaced count again.
    if (agedImport.status !== 'completed') await spendImports.removeVersions(agedImport, versions.filter(isUnreachable));
    else await removeChains(agedImport, replacedBy(versions).filter(isUnreachable), spendImports);
    await prunedSpend.note(accountId, environment, agedImport.id);
  }
}

type DayOfImport = { importId: string; day: string };
const replacedBy = (versions: readonly SpendVersion[]): DayOfImport[] =>
  versions.flatMap(({ day, replaces }) => (replaces === null ? [] : [{ importId: replaces, day }]));

/** The earliest days are removed first, so that a retry finds all days. */
async function removeChains(spendImport: SpendImport, unreachable: readonly DayOfImport[], spendImports: SpendImports): Promise<void> {
  const levels: SpendVersion[][] = [];
  for (let next = unreachable; next.length > 0; next = replacedBy(levels[0] ?? []))
    levels.unshift(await spendImports.storedVersions(spendImport, next));
  for (const level of levels) await spendImports.removeVersions(spendImport, level);
}
