import type { Effect, EffectOf } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';

type Spent = { userId: number; seq: number; before: number; after: number; at: string };

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

const mail = (
  template: 'low_credits' | 'out_of_credits',
  userId: number,
  seq: number,
  balance: number,
): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `${template}#${userId}#${seq}`,
  to_user: userId,
  template,
  data: { balance: String(balance) },
});
