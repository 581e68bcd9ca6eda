import { createRoute, createRouter, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { booksSearch } from '../books/search.ts';
import { channelsSearch } from '../channels/search.ts';
import { competitorsSearch } from '../competitors/search.ts';
import { root } from '../core/root.ts';
import { type ScopeSearch, scopeSearch } from '../core/scope.ts';
import { hasLeft, isSignedIn } from '../core/session.ts';
import { eventsSearch } from '../kit/event-search.ts';
import { reportSearch } from '../kit/period-search.ts';
import type { OperatorRoutes } from '../operators/routes.ts';
import { performanceSearch } from '../performance/search.ts';
import { signInSearch } from '../sign-in/search.ts';
import { SignInPage } from '../sign-in/sign-in.tsx';
import { spendSearch } from '../spend/search.ts';
import { trafficSearch } from '../traffic/search.ts';
import { webhooksSearch } from '../webhooks/search.ts';
import { Crash, NotFound } from './crash.tsx';
import { lazyPage } from './lazy-page.tsx';
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
    const search = location.href === '/' || hasLeft() ? {} : { next: location.href };
    throw redirect({ to: '/sign-in', search });
  },
  component: ConsoleShell,
});

type Pages<N extends string> = () => Promise<Record<N, () => ReactNode>>;
const page = <const P extends string, N extends string>(path: P, load: Pages<N>, name: N) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(lazyPage(load, name), name),
  });
const searched = <const P extends string, S extends object, N extends string>(
  path: P,
  validateSearch: (search: Record<string, unknown>) => S,
  load: Pages<N>,
  name: N,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch,
    component: lazyRouteComponent(lazyPage(load, name), name),
  });

const overview = searched('/', reportSearch, () => import('../overview/overview.tsx'), 'OverviewPage');
const performance = searched('/performance', performanceSearch, () => import('../performance/performance.tsx'), 'PerformancePage');
const start = page('/start', () => import('../start/start.tsx'), 'StartPage');
const events = searched('/events', eventsSearch, () => import('../events/events.tsx'), 'EventsPage');
const funnel = searched('/funnel', reportSearch, () => import('../funnel/funnel.tsx'), 'FunnelPage');
const links = page('/links', () => import('../links/links.tsx'), 'LinksPage');
const channels = searched('/channels', channelsSearch, () => import('../channels/channels.tsx'), 'ChannelsPage');
const traffic = searched('/traffic', trafficSearch, () => import('../traffic/traffic.tsx'), 'TrafficPage');
const keys = page('/keys', () => import('../keys/keys.tsx'), 'KeysPage');
const webhooks = searched('/webhooks', webhooksSearch, () => import('../webhooks/webhooks.tsx'), 'WebhooksPage');
const destinations = page('/destinations', () => import('../destinations/destinations.tsx'), 'DestinationsPage');
const competitors = searched('/competitors', competitorsSearch, () => import('../competitors/competitors.tsx'), 'CompetitorsPage');
const keywords = page('/keywords', () => import('../keywords/keywords.tsx'), 'KeywordsPage');
const spend = searched('/spend', spendSearch, () => import('../spend/spend.tsx'), 'SpendPage');
const books = searched('/books', booksSearch, () => import('../books/books.tsx'), 'BooksPage');
const assistant = page('/assistant-ads', () => import('../assistant/assistant.tsx'), 'AssistantPage');
const profile = page('/account/profile', () => import('../account/profile-page.tsx'), 'ProfilePage');
const security = page('/account/security', () => import('../account/security-page.tsx'), 'SecurityPage');
const people = page('/account/people', () => import('../account/people-page.tsx'), 'PeoplePage');
const credits = page('/account/credits', () => import('../account/credits-page.tsx'), 'CreditsPage');
const data = page('/account/data', () => import('../account/data-page.tsx'), 'DataPage');
const notifications = page('/account/notifications', () => import('../account/notifications-page.tsx'), 'NotificationsPage');
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
  destinations,
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

// The root route is in the core, which has no pages.
root.update({ notFoundComponent: NotFound });

export const makeRouter = (operators: OperatorRoutes | null) =>
  createRouter({
    routeTree: root.addChildren([signIn, signedIn, ...((operators ? [operators] : []) as unknown as [OperatorRoutes])]),
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
