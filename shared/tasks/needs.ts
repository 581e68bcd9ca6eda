import type { Context } from '#shared/aws/context.ts';
import { tasksIn } from './store/tasks.ts';
import { userTasksIn } from './store/user-tasks.ts';

/** The steps of long work of operators and of the night. */
export const accountTasks = ({ accounts, now }: Context) => tasksIn(accounts(), { now });
/** The steps of long work of advertisers. */
export const userTasks = ({ analysis, now }: Context) => userTasksIn(analysis(), { now });
