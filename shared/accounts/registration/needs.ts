import type { Context } from '#shared/aws/context.ts';
import { waitlistIn } from './store/waitlist.ts';

export const waitlist = ({ accounts, now }: Context) => waitlistIn(accounts(), { now });
export const registrationsPerHour = ({ env }: Context) => env.REGISTRATIONS_PER_HOUR;
