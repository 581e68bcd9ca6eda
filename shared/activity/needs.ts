import type { Context } from '#shared/aws/context.ts';
import { activityLogIn } from './store/activity-log.ts';

export const activityLog = ({ accounts }: Context) => activityLogIn(accounts());
