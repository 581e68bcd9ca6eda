import type { Context } from '#shared/aws/context.ts';

export const siteChecksOnThisMachine = ({ env }: Context) => env.STAGE === 'local' && env.SITE_CHECKS_ON_THIS_MACHINE;
