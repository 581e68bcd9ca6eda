import type { Context } from '#shared/aws/context.ts';
import { descriptionFindingsIn } from './store/description-findings.ts';

export const findings = ({ accounts, now }: Context) => descriptionFindingsIn(accounts(), { now });
export const checksPerHour = ({ env }: Context) => env.DESCRIPTION_CHECKS_PER_HOUR;
