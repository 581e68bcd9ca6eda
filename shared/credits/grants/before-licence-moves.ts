import type { Licences } from '#shared/licences/store/licences.ts';
import { type AccountId, ownAccountOf } from '#shared/values/tenant.ts';
import { monthIn } from '#shared/values/zone-calendar.ts';
import type { ActivationDeps } from './grant-at-activation.ts';

type Deps = Pick<ActivationDeps, 'now' | 'partnerMonths' | 'monthlyCredits'> & {
  licences: Pick<Licences, 'byKey'>;
};

/** An earlier version paid the holder without a record of the licence. */
export async function beforeLicenceMoves(
  licenceKey: string,
  accountId: AccountId | null,
  { now, partnerMonths, monthlyCredits, licences }: Deps,
): Promise<void> {
  const licence = await licences.byKey(licenceKey);
  if (!licence?.userId) return;
  const from = ownAccountOf(licence.userId);
  if (from === accountId) return;
  await partnerMonths.noteEarlierPayment(monthIn(monthlyCredits.timeZone, now()), from, licenceKey);
}
