import { randomInt } from 'node:crypto';

/** A code is valid for one purpose. */
export const codePurposes = ['registration', 'phone', 'reset', 'salesdeck', 'email_change'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/**
 * Six digits, ten minutes, one per minute, five failures; failures per address and day
 * (docs/api/accounts.md#codes).
 */
export const codeLimits = {
  lifetimeSeconds: 600,
  secondsBetween: 60,
  failures: 5,
  /** Failures per day, from one network and from all. */
  failuresPerNetwork: 50,
  failuresPerDay: 300,
} as const;

/** All of the million codes are equally likely. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
