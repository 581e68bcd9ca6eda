import type { Context } from '#shared/aws/context.ts';
import { webOf } from './safe-fetch.ts';

export const web = ({ env }: Context) => webOf(env);
