import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { root } from '../core/root.ts';
import { type ScopeSearch, scopeSearch } from '../core/scope.ts';
import { auditSearch, licenceSearch, queueSearch, taskSearch, traceSearch } from './search-params.ts';

const pages = () => import('./pages.ts');
type Name = keyof Awaited<ReturnType<typeof pages>>;

const operators = createRoute({
  getParentRoute: () => root,
  id: 'operators',
  validateSearch: scopeSearch,
  search: { middlewares: [retainSearchParams<ScopeSearch>(['zone'])] },
  component: lazyRouteComponent(pages, 'OperatorsShell'),
});

const page = <const P extends string>(path: P, name: Name) =>
  createRoute({ getParentRoute: () => operators, path, component: lazyRouteComponent(pages, name) });
const searched = <const P extends string, S extends object>(path: P, validateSearch: (search: Record<string, unknown>) => S, name: Name) =>
  createRoute({
    getParentRoute: () => operators,
    path,
    validateSearch,
    component: lazyRouteComponent(pages, name),
  });

export const operatorRoutes = operators.addChildren([
  searched('/operators', traceSearch, 'SearchPage'),
  page('/operators/users/$userId', 'AccountPage'),
  page('/operators/conversations/$id', 'ConversationPage'),
  page('/operators/images/$id', 'ImageConversationPage'),
  searched('/operators/audit', auditSearch, 'AuditPage'),
  page('/operators/waitlist', 'WaitlistPage'),
  searched('/operators/licences', licenceSearch, 'LicencesPage'),
  searched('/operators/jobs', taskSearch, 'JobsPage'),
  searched('/operators/queues', queueSearch, 'QueuesPage'),
  page('/operators/backups', 'BackupsPage'),
  page('/operators/health', 'HealthPage'),
  page('/operators/webhooks', 'WebhooksPage'),
  page('/operators/assistant-ads', 'AssistantAdsPage'),
  page('/operators/people', 'PeoplePage'),
]);
export type OperatorRoutes = typeof operatorRoutes;
