import type { Context } from '#shared/aws/context.ts';
import { adjustmentsIn } from './store/adjustments.ts';

export const adjustments = ({ attribution, now }: Context) => adjustmentsIn(attribution(), { now });
