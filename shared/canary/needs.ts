import type { Context } from '#shared/aws/context.ts';
import { canaryWalksIn } from './store/canary-walks.ts';

export const walks = ({ accounts, now }: Context) => canaryWalksIn(accounts(), { now });
