import type { UserId } from '#shared/values/tenant.ts';

export const nudgeTypes = ['cart_abandoned', 'download_gate'] as const;
export type NudgeType = (typeof nudgeTypes)[number];

export const ctaTypes = ['login', 'dashboard', 'buy_credits', 'campaign_studio'] as const;
export type CtaType = (typeof ctaTypes)[number];

export type MailClick = { userId: UserId; type: string; cta: CtaType; mailId: string };
