import * as z from 'zod';
import { fail } from '#shared/http/errors.ts';
import { exampleLicence, LicenceKey } from '#shared/licences/licence-record.ts';

export const TeamParams = z.object({ license_key: LicenceKey });

export const Team = z
  .object({ license_key: z.string(), members: z.array(z.int()).meta({ description: 'Their user ids.' }) })
  .meta({ id: 'LicenceTeam' });

export const exampleTeam = {
  license_key: exampleLicence.license_key,
  members: [245_813_760_003_391],
};

const refusals = {
  // Whose a licence is, is nobody else's business.
  not_held: 'not_found',
  not_active: 'licence_not_active',
  full: 'team_full',
} as const;

/** Fails as a change of a team was refused. */
export function assertDone(outcome: keyof typeof refusals | 'added' | 'removed' | 'absent'): void {
  if (outcome in refusals) throw fail(refusals[outcome as keyof typeof refusals]);
}
