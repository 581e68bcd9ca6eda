import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { booksSearch } from '../books/search.ts';
import { channelsSearch } from '../channels/search.ts';
import { competitorsSearch } from '../competitors/search.ts';
import { Crash, NotFound } from '../core/crash.tsx';
import { root } from '../core/root.ts';
import { type ScopeSearch, scopeSearch } from '../core/scope.ts';
import { isSignedIn } from '../core/session.ts';
import { eventsSearch } from '../kit/event-search.ts';
import { reportSearch } from '../kit/period-search.ts';
import type { OperatorRoutes } from '../operators/routes.ts';
import { performanceSearch } from '../performance/search.ts';
import { signInSearch } from '../sign-in/search.ts';
import { SignInPage } from '../sign-in/sign-in.tsx';
import { spendSearch } from '../spend/search.ts';
import { trafficSearch } from '../traffic/search.ts';
import { webhooksSearch } from '../webhooks/search.ts';
import { ConsoleShell } from './shell.tsx';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => {
    if (isSignedIn()) throw redirect({ href: signInSearch(search).next ?? '/' });
  },
  component: SignInPage,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: scopeSearch,
  search: { middlewares: [retainSearchParams<ScopeSearch>(['env', 'zone'])] },
  beforeLoad: ({ location }) => {
    if (isSignedIn()) return;
    const search = location.href === '/' ? {} : { next: location.href };
    throw redirect({ to: '/sign-in', search });
  },
  component: ConsoleShell,
});

const page = <const P extends string>(path: P, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shell, path, component });

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: reportSearch,
  component: lazyRouteComponent(() => import('../overview/overview.tsx'), 'OverviewPage'),
});
const performance = createRoute({
  getParentRoute: () => shell,
  path: '/performance',
  validateSearch: performanceSearch,
  component: lazyRouteComponent(() => import('../performance/performance.tsx'), 'PerformancePage'),
});
const start = page(
  '/start',
  lazyRouteComponent(() => import('../start/start.tsx'), 'StartPage'),
);
const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: eventsSearch,
  component: lazyRouteComponent(() => import('../events/events.tsx'), 'EventsPage'),
});
const funnel = createRoute({
  getParentRoute: () => shell,
  path: '/funnel',
  validateSearch: reportSearch,
  component: lazyRouteComponent(() => import('../funnel/funnel.tsx'), 'FunnelPage'),
});
const links = page(
  '/links',
  lazyRouteComponent(() => import('../links/links.tsx'), 'LinksPage'),
);
const channels = createRoute({
  getParentRoute: () => shell,
  path: '/channels',
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import('../channels/channels.tsx'), 'ChannelsPage'),
});
const traffic = createRoute({
  getParentRoute: () => shell,
  path: '/traffic',
  validateSearch: trafficSearch,
  component: lazyRouteComponent(() => import('../traffic/traffic.tsx'), 'TrafficPage'),
});
const keys = page(
  '/keys',
  lazyRouteComponent(() => import('../keys/keys.tsx'), 'KeysPage'),
);
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  validateSearch: webhooksSearch,
  component: lazyRouteComponent(() => import('../webhooks/webhooks.tsx'), 'WebhooksPage'),
});
const competitors = createRoute({
  getParentRoute: () => shell,
  path: '/competitors',
  validateSearch: competitorsSearch,
  component: lazyRouteComponent(() => import('../competitors/competitors.tsx'), 'CompetitorsPage'),
});
const keywords = page(
  '/keywords',
  lazyRouteComponent(() => import('../keywords/keywords.tsx'), 'KeywordsPage'),
);
const spend = createRoute({
  getParentRoute: () => shell,
  path: '/spend',
  validateSearch: spendSearch,
  component: lazyRouteComponent(() => import('../spend/spend.tsx'), 'SpendPage'),
});
const books = createRoute({
  getParentRoute: () => shell,
  path: '/books',
  validateSearch: booksSearch,
  component: lazyRouteComponent(() => import('../books/books.tsx'), 'BooksPage'),
});
const assistant = page(
  '/assistant-ads',
  lazyRouteComponent(() => import('../assistant/assistant.tsx'), 'AssistantPage'),
);
const profile = page(
  '/account/profile',
  lazyRouteComponent(() => import('../account/profile-page.tsx'), 'ProfilePage'),
);
const security = page(
  '/account/security',
  lazyRouteComponent(() => import('../account/security-page.tsx'), 'SecurityPage'),
);
const people = page(
  '/account/people',
  lazyRouteComponent(() => import('../account/people-page.tsx'), 'PeoplePage'),
);
const credits = page(
  '/account/credits',
  lazyRouteComponent(() => import('../account/credits-page.tsx'), 'CreditsPage'),
);
const data = page(
  '/account/data',
  lazyRouteComponent(() => import('../account/data-page.tsx'), 'DataPage'),
);
const notifications = page(
  '/account/notifications',
  lazyRouteComponent(() => import('../account/notifications-page.tsx'), 'NotificationsPage'),
);
/** Links in e-mails and bookmarks may still lead to `/account`, which was a page of its own. */
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', search: true, replace: true });
  },
});
const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

const signedIn = shell.addChildren([
  overview,
  performance,
  start,
  events,
  funnel,
  spend,
  books,
  links,
  channels,
  traffic,
  keys,
  webhooks,
  competitors,
  keywords,
  assistant,
  account,
  profile,
  security,
  people,
  credits,
  data,
  notifications,
  notFound,
]);

export const makeRouter = (operators: OperatorRoutes | null) =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      signedIn,
      ...((operators ? [operators] : []) as unknown as [OperatorRoutes]),
    ]),
    basepath: '/console',
    defaultPreload: 'intent',
    defaultRemountDeps: ({ params }) => params,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
