export const paidOperations = ['discovery', 'keyword_plan', 'ad_prompt', 'template_prompt'] as const;
export type PaidOperation = (typeof paidOperations)[number];
export type CreditCosts = Readonly<Partial<Record<PaidOperation, number>>>;
