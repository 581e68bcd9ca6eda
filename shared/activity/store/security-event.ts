import { log, metricLine } from '#shared/log.ts';
import type { ActivityActor, ActivityType } from '#shared/messages/activity-types.ts';

type SecurityFacts = {
  account_id: number | null;
  network: string | null;
  limit?: string;
  request_id?: string | null;
  actor?: ActivityActor;
};

/** Lines of the log never have e-mail or IP addresses. */
export function securityEvent(type: ActivityType | 'sign_in_refused', facts: SecurityFacts): void {
  const isFailure = type === 'sign_in_failed' || type === 'sign_in_refused';
  log[isFailure ? 'warn' : 'info']('security event', { type, ...facts });
  if (isFailure) metricLine({}, { failed_sign_ins: [1, 'Count'] }, {});
}
