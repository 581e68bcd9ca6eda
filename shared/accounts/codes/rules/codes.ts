import { randomInt } from 'node:crypto';

export const codePurposes = ['registration', 'phone', 'reset', 'salesdeck', 'email_change'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const codeLimits = {
  lifetimeSeconds: 600,
  secondsBetween: 60,
  failures: 5,
  failuresPerNetwork: 50,
  failuresPerDay: 300,
} as const;

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
