import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { exampleLicence, LicenceKey } from '#shared/licences/licence-record.ts';
import { teamSeats, teams } from '#shared/licences/needs.ts';
import { seatsBy } from '#shared/licences/rules/seats.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const teamSchemaNeeds = { teamSeats, teams, users };
type Deps = DepsOf<typeof teamSchemaNeeds>;

export const TeamParams = z.object({ license_key: LicenceKey });

const TeamMember = z.object({
  status: z.enum(['member', 'invited']).meta({ description: '`member` or `invited`. Both hold a seat.' }),
  user_id: z.int().nullable().meta({ description: 'User id of a member; `null` until the invitation is accepted.' }),
  email: z.string(),
  full_name: z.string().nullable().meta({ description: 'Name of a member, if known.' }),
  invitation_id: z.string().nullable().meta({ description: 'Id of an open invitation.' }),
  expires_at: z.iso.datetime().nullable().meta({ description: 'When an open invitation expires.' }),
});

export const Team = z
  .object({
    license_key: z.string(),
    seats: z.int().meta({ description: 'Number of seats of the tier.' }),
    members: z.array(TeamMember).meta({ description: 'Members and open invitations.' }),
  })
  .meta({ id: 'LicenceTeam' });

export const exampleInvited = {
  status: 'invited',
  user_id: null,
  email: 'grace@northwind.example',
  full_name: null,
  invitation_id: 'inv_0nGzW9TtqLk2bQx7RjY4cM',
  expires_at: '2026-11-28T09:30:00.000Z',
} as const;

export const exampleMember = {
  status: 'member',
  user_id: 245_813_760_003_391,
  email: 'alan@northwind.example',
  full_name: 'Alan Example',
  invitation_id: null,
  expires_at: null,
} as const;

export const exampleTeam = {
  license_key: exampleLicence.license_key,
  seats: 5,
  members: [exampleMember, exampleInvited],
};

/** A licence of another holder answers `not_found`, so that the response does not reveal the holder. */
export async function teamAnswer(
  licenceKey: string,
  holderId: number,
  deps: Pick<Deps, 'teams' | 'users' | 'teamSeats'>,
): Promise<z.input<typeof Team>> {
  const team = await deps.teams.read(licenceKey, holderId, seatsBy(deps));
  if (!team) throw fail(serviceErrors.not_found);
  const users = team.members.length > 0 ? await deps.users.byIds(team.members) : new Map<number, User>();
  return {
    license_key: licenceKey,
    seats: team.seats,
    members: [
      ...team.members.map((id) => ({
        status: 'member' as const,
        user_id: id,
        invitation_id: null,
        expires_at: null,
        email: users.get(id)?.email ?? '',
        full_name: users.get(id)?.fullName ?? null,
      })),
      ...team.invitations.map(({ id, email, expiresAt }) => ({
        status: 'invited' as const,
        user_id: null,
        full_name: null,
        email,
        invitation_id: id,
        expires_at: expiresAt,
      })),
    ],
  };
}
