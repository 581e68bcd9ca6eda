import type { Context } from '#shared/aws/context.ts';
import { contentSessionsIn } from './store/content-sessions.ts';
import { imageConversationsIn } from './store/image-conversations.ts';
import { promptRequestsIn } from './store/prompt-requests.ts';

export const conversations = ({ analysis }: Context) => imageConversationsIn(analysis());
export const sessions = ({ analysis }: Context) => contentSessionsIn(analysis());
export const requests = ({ analysis, now }: Context) => promptRequestsIn(analysis(), { now });
export const prompts = ({ env }: Context) => ({
  perHour: env.PROMPTS_PER_HOUR,
  unverifiedPerDay: env.UNVERIFIED_PROMPTS_PER_DAY,
});
export const analysisTable = ({ analysis }: Context) => analysis();
