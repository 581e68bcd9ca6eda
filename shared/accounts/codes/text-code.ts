import { limitReached } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits, Share, Taken } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';
import type { Messenger } from './messenger.ts';
import { codesLimit } from './send-code.ts';

type Text = { phone: string; code: string; ipNetwork: string | undefined; isReset: boolean };
type Cap = { limit: RateLimit; caller: string; share?: Share };

const prefixDigits = 7;
/** This share of all text-message codes is reserved for password resets of existing accounts. */
const reservedShare = 0.3;

export async function textCode(
  { phone, code, ipNetwork, isReset }: Text,
  {
    limits,
    messenger,
    phoneCodes,
  }: {
    limits: RateLimits;
    messenger: Messenger;
    phoneCodes: { countries: readonly string[]; perHour: number };
  },
): Promise<void> {
  const usages: (Cap & { taken: Taken })[] = [];
  const giveBack = async () => {
    for (const { limit, caller, taken: usage } of usages) await limits.giveBack(limit, caller, usage);
  };
  for (const cap of capsOf({ phone, ipNetwork, isReset }, phoneCodes.perHour)) {
    const usage = await limits.take(cap.limit, cap.caller, undefined, cap.share);
    if (usage.isAllowed) {
      usages.push({ ...cap, taken: usage });
      continue;
    }
    await giveBack();
    throw limitReached(codesLimit, { remaining: 0, resetSeconds: usage.resetSeconds });
  }
  try {
    await messenger.sendCode(phone, code);
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** The narrowest cap comes first, so a code that it rejects takes nothing from the other caps. */
function capsOf({ phone, ipNetwork, isReset }: Omit<Text, 'code'>, perHour: number): Cap[] {
  const all = { name: 'phone_codes', limit: perHour, windowSeconds: hourInSeconds };
  return [
    ...(ipNetwork === undefined
      ? []
      : [
          { limit: { name: 'phone_codes_hour', limit: 5, windowSeconds: hourInSeconds }, caller: ipNetwork },
          {
            limit: { name: 'phone_codes_day', limit: 20, windowSeconds: daysInSeconds(1) },
            caller: ipNetwork,
          },
        ]),
    // Codes to invented numbers must not block resets of neighbouring numbers.
    ...(isReset
      ? []
      : [
          {
            limit: { name: 'phone_codes_prefix', limit: 50, windowSeconds: hourInSeconds },
            caller: prefixOf(phone),
          },
        ]),
    {
      limit: all,
      caller: 'all',
      ...(!isReset && { share: { id: 'sign_up', limit: perHour - Math.floor(perHour * reservedShare) } }),
    },
  ];
}

const prefixOf = (phone: string) => phone.slice(1, 1 + prefixDigits);
