import { monthOf } from '#shared/values/zone-calendar.ts';
import { monthlyGrants } from './monthly-grants.ts';
import { overLicences } from './partner-licences.ts';

const name = 'partner_monthly_topup';

/** The calendar month's credits of every holder of an active partner licence, by tier. */
export const partnerTopup = overLicences({ name }, async (run, { user, licence }) =>
  monthlyGrants(run, { userId: user.id, tier: licence.tier, month: monthOf(run.day), actor: name }),
);
