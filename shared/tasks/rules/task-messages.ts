import * as z from 'zod';
import { accountIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';

/** The supervisor of a task has no shard. */
export const ShardMessage = z.object({ task_id: z.string(), shard: z.int().min(0).nullable() });

export type ShardQueue = Queue & {
  message: typeof ShardMessage | z.ZodUnion<readonly [typeof ShardMessage, ...z.ZodType<object>[]]>;
};

export const UserTaskMessage = z.object({ task_id: z.string(), user_id: accountIdField.optional() });
