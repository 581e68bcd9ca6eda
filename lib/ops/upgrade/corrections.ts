import type { Correction } from './compare.ts';

/**
 * The figures and fields that versions since 8882f9e8 answer in another way on purpose. `field` is the place in the
 * answer, in front of both values. Everything else must be as the earlier version answered it.
 */
export const corrections: readonly Correction[] = [
  {
    question: /./,
    field: /^\.body\.next_cursor\b/,
    reason: 'A cursor continues only the request that it is of.',
  },
  {
    question: /^pixel\/channel-rules/,
    field: /^\.body\.(list\.version|default_rules)\b/,
    reason: 'The list of channels has further rules, which hold for new clicks.',
  },
];
