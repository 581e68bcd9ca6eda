import { basename } from 'node:path';

/**
 * Each run tries every fault of every call in these crash tests: they guard money, claims, access and erasure, or compare
 * all of their cases.
 */
export const guards: readonly string[] = (
  'account-deletion account-erasure accounts-by-operators adjustments billing bulk-mail company-description conflicts consent conversions ' +
  'create-key credits daily-rows erase event-log grants identity identity-link keys-end keyword-plan licences login mfa nudges ' +
  'operator-people operators outbox outbox-crash own-address own-credentials phone profile prompts recovered-settings registration ' +
  'reset rotate-key send-with-key sessions settings small-writes teams'
).split(' ');

export const guardOf = (path: string): string => basename(path).replace(/(\.crash)?\.test\.ts$/, '');
export const isGuard = (path: string): boolean => guards.includes(guardOf(path));
