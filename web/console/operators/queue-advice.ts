const advice: Record<string, string> = {
  effects: 'E-mails. Check SES (suspended?) and the template, then send them back.',
  reset_codes: 'Codes for a new password. Fix SES or the messaging app, then delete them: people have requested new ones, or will.',
  notices: 'Notices for the internal channel. 404 or 410 in the log: the hook is gone, set channel_path again.',
  bulk_mail: 'Check-ins and reports that failed for days. Find the cause, then delete them.',
  nudge_email: 'Reminders. Fix the cause, then delete them: expired reminders need not be sent.',
  grants: 'Parts of a grant run. Fix the cause and send them back: nobody gets a second grant.',
  description_checks: 'Company descriptions. Check the moderation vendor, then send them back.',
  mail_events: 'Bounces and complaints. Send them back the same day, or mail still goes to those addresses.',
  erasure: 'An erasure. Send it back the same day: it continues where it stopped.',
  recount: 'A part of a recount, or records that a projection set aside. Fix the cause, then send it back, or start the recount again.',
  account_erasure: 'The next nightly run processes these accounts.',
  backup: 'A part of a backup. Check the permissions of the bucket, then start a backup again.',
  prune: 'A part of a prune. Fix the cause and start it again.',
  'accounts-outbox-failed': 'Changes whose e-mails and notices were not delivered. Retry them to deliver those.',
  'attribution-outbox-failed': 'Changes whose e-mails and notices were not delivered. Retry them to deliver those.',
  'analysis-outbox-failed': 'Changes whose e-mails and notices were not delivered. Retry them to deliver those.',
  'accounts-search-index-failed': 'Changes that the search does not show. Retry them to index those.',
  'analysis-search-index-failed': 'Changes that the search does not show. Retry them to index those.',
  'attribution-conversion-totals-failed': 'Events that reports may lack. Retry them to recount their accounts on those days.',
  export: 'An export. Check the permissions of the bucket. The message can be deleted: the owner requests it again.',
};
export const adviceOf = (queue: string): string =>
  advice[queue] ??
  (queue.endsWith('-failed') ? 'Runs of schedules that failed. Retry them to continue.' : undefined) ??
  'Fix the cause that the log line “message failed” names, then send them back.';
