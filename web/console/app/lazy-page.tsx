import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Empty, Page } from '../kit/page.tsx';

type Pages<N extends string> = () => Promise<Record<N, () => ReactNode>>;

const isReachable = () =>
  fetch('/console', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * The router reloads the console when the script of a page is gone. Without a connection, the reload would end
 * the console, so the page says that it is offline.
 */
export const lazyPage =
  <N extends string>(load: Pages<N>, name: N): Pages<N> =>
  () =>
    load().catch(async (error) => {
      if (await isReachable()) throw error;
      return { [name]: OfflinePage } as Record<N, () => ReactNode>;
    });

function OfflinePage() {
  const [checks, setChecks] = useState(0);
  const check = useCallback(async () => {
    if (await isReachable()) window.location.reload();
    else setChecks((count) => count + 1);
  }, []);
  useEffect(() => {
    check();
    window.addEventListener('online', check);
    return () => window.removeEventListener('online', check);
  }, [check]);
  return (
    <Page title="Offline">
      <Empty title="This page needs a connection" action={<Button onClick={check}>Try again</Button>}>
        You are offline, or the service cannot be reached. This page was not opened before, so this browser does not have it. It opens when
        the connection is back.
        <span role="status">{checks > 1 && ' There is no connection yet.'}</span>
      </Empty>
    </Page>
  );
}
