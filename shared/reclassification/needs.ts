import type { Context } from '#shared/aws/context.ts';
import { reclassificationOver } from './deps.ts';

export const reclassification = ({ attribution, now }: Context) => reclassificationOver(attribution(), { now });
