import type { Effect, EffectOf } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';

type Spent = { userId: AccountId; seq: number; before: number; after: number; at: string };

export function balanceEffects({ userId, seq, before, after, at }: Spent, lowAt: number): Effect[] {
  const template = after === 0 ? 'out_of_credits' : before > lowAt && after <= lowAt ? 'low_credits' : null;
  if (!template) return [];
  return [
    mail(template, userId, seq, after),
    webhookEvent('credits.low', `${userId}#${seq}`, {
      accountId: userId,
      at,
      data: { balance: after, threshold: lowAt },
    }),
  ];
}

const mail = (template: 'low_credits' | 'out_of_credits', accountId: AccountId, seq: number, balance: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `${template}#${accountId}#${seq}`,
  to_user: ownerOf(accountId),
  template,
  data: { balance: String(balance) },
});
