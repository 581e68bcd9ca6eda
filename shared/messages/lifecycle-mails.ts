import type { UserId } from '#shared/values/tenant.ts';
export const emailTypes = ['welcome', 'one_week_checkin', 'low_credits', 'out_of_credits'] as const;

export const nudgeTypes = ['cart_abandoned', 'download_gate'] as const;
export type NudgeType = (typeof nudgeTypes)[number];

export const lifecycleTypes = [...emailTypes, ...nudgeTypes, 'assistant_report', 'spend_stopped', 'coverage_low'] as const;
/** These mails wait for a slot, so that a code never waits for them. */
export const bulkTypes = ['one_week_checkin', 'assistant_report'] as const satisfies readonly (typeof lifecycleTypes)[number][];
export type LifecycleType = (typeof lifecycleTypes)[number];

export const ctaTypes = ['login', 'dashboard', 'buy_credits', 'campaign_studio'] as const;
export type CtaType = (typeof ctaTypes)[number];

export type MailClick = { userId: UserId; type: LifecycleType; cta: CtaType; mailId: string };
