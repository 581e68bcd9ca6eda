import { basename } from 'node:path';

/** These crash tests guard money, claims, access and erasure, so each run tries every fault of every call. */
export const guards: readonly string[] = (
  'account-deletion account-erasure accounts-by-operators adjustments billing company-description conflicts conversions ' +
  'create-key credits daily-rows erase event-log grants identity identity-link keys-end keyword-plan licences login mfa ' +
  'operator-people operators outbox own-address own-credentials phone profile prompts recovered-settings registration ' +
  'reset rotate-key send-with-key sessions settings small-writes teams'
).split(' ');

export const guardOf = (path: string): string => basename(path).replace(/(\.crash)?\.test\.ts$/, '');
export const isGuard = (path: string): boolean => guards.includes(guardOf(path));
