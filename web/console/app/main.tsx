import '@mantine/core/styles.css';
import 'virtual:look.css';
import '../core/style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../core/api.ts';
import { isSignedIn, onSessionChange, resume } from '../core/session.ts';
import { theme, variables } from '../core/theme.ts';
import { makeRouter } from './router.tsx';

const patienceSeconds = 30;
const isWorthRetrying = (error: unknown) =>
  error instanceof ApiError &&
  ([0, 502, 503].includes(error.status) || (error.status === 429 && (error.retryAfterSeconds ?? Infinity) <= patienceSeconds));
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // In any other mode, an offline browser would delay requests without a notice.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      retryDelay: (count, error) => 1000 * ((error instanceof ApiError && error.retryAfterSeconds) || 2 ** count),
    },
    // A change fails at once while offline, because a later execution would surprise the user.
    mutations: { networkMode: 'always' },
  },
});

/** Lazy modules import this module, and would wait for an `await` at the top level. */
async function start() {
  await resume();
  const isForOperators = /^\/console\/operators(\/|$)/.test(window.location.pathname);
  const router = makeRouter(isForOperators ? (await import('../operators/routes.ts')).operatorRoutes : null);
  onSessionChange(async () => {
    await router.invalidate();
    // Data is removed only after the pages are gone, because pages would load removed data again.
    if (!isSignedIn()) queries.clear();
  });
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    );
}
start();
