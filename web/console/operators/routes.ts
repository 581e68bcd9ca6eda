import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { root } from '../core/root.ts';
import { type ScopeSearch, scopeSearch } from '../core/scope.ts';
import { auditSearch, licenceSearch, queueSearch, taskSearch, traceSearch } from './search-params.ts';

const operators = createRoute({
  getParentRoute: () => root,
  id: 'operators',
  validateSearch: scopeSearch,
  search: { middlewares: [retainSearchParams<ScopeSearch>(['zone'])] },
  component: lazyRouteComponent(() => import('./pages.ts'), 'OperatorsShell'),
});
const operatorSearch = createRoute({
  getParentRoute: () => operators,
  path: '/operators',
  validateSearch: traceSearch,
  component: lazyRouteComponent(() => import('./pages.ts'), 'SearchPage'),
});
const operatorUser = createRoute({
  getParentRoute: () => operators,
  path: '/operators/users/$userId',
  component: lazyRouteComponent(() => import('./pages.ts'), 'AccountPage'),
});
const operatorConversation = createRoute({
  getParentRoute: () => operators,
  path: '/operators/conversations/$id',
  component: lazyRouteComponent(() => import('./pages.ts'), 'ConversationPage'),
});
const operatorImage = createRoute({
  getParentRoute: () => operators,
  path: '/operators/images/$id',
  component: lazyRouteComponent(() => import('./pages.ts'), 'ImageConversationPage'),
});
const operatorAudit = createRoute({
  getParentRoute: () => operators,
  path: '/operators/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./pages.ts'), 'AuditPage'),
});
const operatorWaitlist = createRoute({
  getParentRoute: () => operators,
  path: '/operators/waitlist',
  component: lazyRouteComponent(() => import('./pages.ts'), 'WaitlistPage'),
});
const operatorLicences = createRoute({
  getParentRoute: () => operators,
  path: '/operators/licences',
  validateSearch: licenceSearch,
  component: lazyRouteComponent(() => import('./pages.ts'), 'LicencesPage'),
});
const operatorJobs = createRoute({
  getParentRoute: () => operators,
  path: '/operators/jobs',
  validateSearch: taskSearch,
  component: lazyRouteComponent(() => import('./pages.ts'), 'JobsPage'),
});
const operatorQueues = createRoute({
  getParentRoute: () => operators,
  path: '/operators/queues',
  validateSearch: queueSearch,
  component: lazyRouteComponent(() => import('./pages.ts'), 'QueuesPage'),
});
const operatorBackups = createRoute({
  getParentRoute: () => operators,
  path: '/operators/backups',
  component: lazyRouteComponent(() => import('./pages.ts'), 'BackupsPage'),
});
const operatorHealth = createRoute({
  getParentRoute: () => operators,
  path: '/operators/health',
  component: lazyRouteComponent(() => import('./pages.ts'), 'HealthPage'),
});
const operatorWebhooks = createRoute({
  getParentRoute: () => operators,
  path: '/operators/webhooks',
  component: lazyRouteComponent(() => import('./pages.ts'), 'WebhooksPage'),
});

const operatorAssistantAds = createRoute({
  getParentRoute: () => operators,
  path: '/operators/assistant-ads',
  component: lazyRouteComponent(() => import('./pages.ts'), 'AssistantAdsPage'),
});
const operatorPeople = createRoute({
  getParentRoute: () => operators,
  path: '/operators/people',
  component: lazyRouteComponent(() => import('./pages.ts'), 'PeoplePage'),
});

export const operatorRoutes = operators.addChildren([
  operatorSearch,
  operatorUser,
  operatorConversation,
  operatorImage,
  operatorAudit,
  operatorWaitlist,
  operatorLicences,
  operatorJobs,
  operatorQueues,
  operatorBackups,
  operatorHealth,
  operatorWebhooks,
  operatorAssistantAds,
  operatorPeople,
]);
export type OperatorRoutes = typeof operatorRoutes;
