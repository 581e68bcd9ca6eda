/**
 * Work for a user that outlives a request, or that a function which can sign tokens must not do itself: strangers' websites
 * are read by workers alone.
 */
export const userJobs = ['discovery', 'own_page', 'site_check', 'keyword_plan', 'assistant_report'] as const;
export type UserJob = (typeof userJobs)[number];

/** The queue whose worker does a job. */
export const queueOfJob = (job: UserJob) => (job === 'own_page' || job === 'site_check' ? 'discovery' : job);
