/** The mails of the interface's `email_type`: what the life of an account leads to. */
export const emailTypes = ['welcome', 'one_week_checkin', 'low_credits', 'out_of_credits'] as const;

/** The mails that a front end asks for when somebody stopped half-way. */
export const nudgeTypes = ['cart_abandoned', 'download_gate'] as const;
export type NudgeType = (typeof nudgeTypes)[number];

/** Every mail that one can unsubscribe from, by its name; the report is the daily one of the assistant's ads. */
export const lifecycleTypes = [...emailTypes, ...nudgeTypes, 'assistant_report'] as const;
/** Those that go to many at once. They wait for their turn, so that a code never waits for them. */
export const bulkTypes = [
  'one_week_checkin',
  'assistant_report',
] as const satisfies readonly (typeof lifecycleTypes)[number][];
export type LifecycleType = (typeof lifecycleTypes)[number];

/** Where the links of such a mail lead. */
export const ctaTypes = ['login', 'dashboard', 'buy_credits', 'campaign_studio'] as const;
export type CtaType = (typeof ctaTypes)[number];

/** One link of one mail. `mailId` is the mail's own: that of its effect. */
export type MailClick = { userId: number; type: LifecycleType; cta: CtaType; mailId: string };
