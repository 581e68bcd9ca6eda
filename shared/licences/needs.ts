import type { Context } from '#shared/aws/context.ts';
import { licencesIn } from './store/licences.ts';
import { teamsIn } from './store/teams.ts';

export const licences = ({ accounts, now }: Context) => licencesIn(accounts(), { now });
export const teams = ({ accounts, now }: Context) => teamsIn(accounts(), { now });
export const teamSeats = ({ env }: Context) => env.PARTNER_TEAM_SEATS;
