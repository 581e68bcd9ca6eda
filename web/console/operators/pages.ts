// Operators are few, and every user's first load contains the list of chunks, so all pages share a chunk.
export { AccountPage } from './account/page.tsx';
export { AssistantAdsPage } from './assistant-ads.tsx';
export { AuditPage } from './audit.tsx';
export { BackupsPage } from './backups.tsx';
export { ConversationPage, ImageConversationPage } from './conversation.tsx';
export { HealthPage } from './health.tsx';
export { JobsPage } from './jobs.tsx';
export { LicencesPage } from './licences.tsx';
export { PeoplePage } from './people.tsx';
export { QueuesPage } from './queues.tsx';
export { SearchPage } from './search.tsx';
export { OperatorsShell } from './shell.tsx';
export { WaitlistPage } from './waitlist.tsx';
export { WebhooksPage } from './webhooks.tsx';
