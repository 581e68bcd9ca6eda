import { ownAccountOf } from '#shared/values/tenant.ts';
import { monthOf } from '#shared/values/zone-calendar.ts';
import { monthlyGrants } from './monthly-grants.ts';
import { overLicences } from './partner-licences.ts';

const name = 'partner_monthly_topup';

export const partnerTopup = overLicences(
  { name },
  async ({ day, tierCredits }, { user, licences }, deps) =>
    await monthlyGrants({ userId: ownAccountOf(user.id), licences, month: monthOf(day) }, { tierCredits, actor: name }, deps),
);
