import * as z from 'zod';
import type { RuleApplication } from '#shared/reclassification/rules/applications.ts';

export const holdsFromField = {
  holds_from: z.iso.datetime().meta({
    description:
      'Clicks that are recorded from this time on have these rules. Until then a click can still have the rules of before, because each function keeps them for a short time.',
  }),
};

/** A function reads a key with its rules again after this time, and its read may be a second late. */
export const holdsFrom = ({ now, ruleCacheSeconds }: { now(): number; ruleCacheSeconds: number }) => ({
  holds_from: new Date(now() + Math.min(60, ruleCacheSeconds + 1) * 1000).toISOString(),
});

export const repeatFields = {
  already_applied: z.boolean().meta({
    description:
      '`true`: these rules were applied from this day on earlier today. This request did nothing, and the response is that application.',
  }),
  message: z.string().nullable().meta({ description: 'What a repeated request means, in a sentence.' }),
};

export function repeatOf({ createdAt }: RuleApplication, isRepeat: boolean) {
  return {
    already_applied: isRepeat,
    message: isRepeat
      ? `This request did nothing: the same rules were applied from the same day on at ${createdAt}. That application also moves the clicks of the minute after it. Change the rules, or apply them again tomorrow.`
      : null,
  };
}
