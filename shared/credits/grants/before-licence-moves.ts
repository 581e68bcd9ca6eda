import type { Licences } from '#shared/licences/store/licences.ts';
import { monthIn } from '#shared/values/zone-calendar.ts';
import type { ActivationDeps } from './grant-at-activation.ts';

type Deps = Pick<ActivationDeps, 'now' | 'partnerMonths' | 'monthlyCredits'> & {
  licences: Pick<Licences, 'byKey'>;
};

/** An earlier version paid the holder without a record of the licence. */
export async function beforeLicenceMoves(
  licenceKey: string,
  userId: number | null,
  { now, partnerMonths, monthlyCredits, licences }: Deps,
): Promise<void> {
  const from = (await licences.byKey(licenceKey))?.userId ?? null;
  if (from === null || from === userId) return;
  await partnerMonths.noteEarlierPayment(monthIn(monthlyCredits.timeZone, now()), from, licenceKey);
}
