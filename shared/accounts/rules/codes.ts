import { randomInt } from 'node:crypto';

/** What a code proves, each apart from the others. */
export const codePurposes = ['registration', 'phone', 'reset', 'salesdeck', 'email_change'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** Six digits, ten minutes, one a minute, five failures; failures of an address a day (docs/api/accounts.md#codes). */
export const codeLimits = {
  lifetimeSeconds: 600,
  secondsBetween: 60,
  failures: 5,
  /** From one network, and from all. */
  failuresPerNetwork: 50,
  failuresPerDay: 300,
} as const;

/** Six digits, each of the million as likely. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
