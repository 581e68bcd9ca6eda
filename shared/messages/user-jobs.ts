/** API functions hold signing keys, so only workers fetch other websites. */
export const userJobs = ['discovery', 'own_page', 'site_check', 'keyword_plan', 'assistant_report'] as const;
export type UserJob = (typeof userJobs)[number];

export const queueOfJob = (job: UserJob) => (job === 'own_page' || job === 'site_check' ? 'discovery' : job);
