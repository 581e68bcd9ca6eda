import type { Context } from '#shared/aws/context.ts';
import { notificationsIn } from './store/notifications.ts';
import { nudgesIn } from './store/nudges.ts';
import { channelOf } from './vendors/webhook-channel.ts';

export const notifications = ({ accounts, now }: Context) => notificationsIn(accounts(), { now });
export const nudges = ({ accounts, now }: Context) => nudgesIn(accounts(), { now });
export const nudgeDelaySeconds = ({ env }: Context) => env.NUDGE_DELAY_SECONDS;
export const adsStudioNotifications = ({ env }: Context) => env.ADS_STUDIO_NOTIFICATIONS;
export const channel = ({ env, secrets }: Context) => channelOf(env, secrets);
