import type { EffectOf } from '#shared/messages/effects.ts';

type Spent = { userId: number; seq: number; before: number; after: number };

/**
 * The mail that spending leads to: none while the balance stays above `lowAt` or was not above it before, so that one
 * fall sends one e-mail. "Nothing left" replaces "little left".
 */
export function balanceMail({ userId, seq, before, after }: Spent, lowAt: number): EffectOf<'mail'> | null {
  const template = after === 0 ? 'out_of_credits' : before > lowAt && after <= lowAt ? 'low_credits' : null;
  return template && mail(template, userId, seq, after);
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
