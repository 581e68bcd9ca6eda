import { queueSender } from '#shared/aws/sending.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { Context } from './context.ts';
import { fileStore, objectStore } from './object-stores.ts';
import { plannedSender } from './planned-sender.ts';

const sender = ({ env, host }: Context) => queueSender(env, host);
export const queues = /* @__PURE__ */ Object.assign(sender, {
  planned: (sender: Sender) => ({ ...sender, ...plannedSender }),
});
export const files = ({ env }: Context) => fileStore(env);
export const objects = ({ env }: Context) => objectStore(env);
export const apiBaseUrl = ({ env }: Context) => env.API_BASE_URL;
export const frontEndOrigins = ({ env }: Context) => env.FRONT_END_ORIGINS;
export const stage = ({ env }: Context) => env.STAGE;
export const supportEmail = ({ env }: Context) => env.SUPPORT_EMAIL;
