import { Alert, Button as ButtonLink, Center, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { ApiError } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { timeText } from './dates.ts';

export function Page({
  title,
  about,
  actions,
  gap = 'lg',
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  gap?: 'sm' | 'lg';
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · adtrail`);
  return (
    <Stack gap={gap}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={1} fz={24}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" fz="sm" mt={2} maw={640}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function Problem({
  error,
  retry,
  title = retry ? 'This could not be loaded' : 'This could not be done',
}: {
  error: unknown;
  retry?: () => void;
  title?: string;
}) {
  const message = error instanceof ApiError ? error.remaining() : (error as Error).message;
  if (!message) return null;
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <Alert color="red" title={title} role="alert">
      <Text fz="sm" className="anywhere">
        {message}
      </Text>
      {requestId && (
        <Group gap={6} mt={6}>
          <Text fz="xs" c="dimmed" className="anywhere">
            Request ID {requestId}
          </Text>
          <CopyButton value={requestId} label="Copy the request ID" />
        </Group>
      )}
      {error instanceof ApiError && <NextStep body={error.body} />}
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          Retry
        </Button>
      )}
    </Alert>
  );
}

function NextStep({ body }: { body: Record<string, unknown> }) {
  const { title, page, url } = (body.next ?? {}) as { title?: string; page?: string | null; url?: string };
  const isElsewhere = url?.startsWith('https://') === true;
  const href = isElsewhere ? url : page?.startsWith('/console/') ? page : undefined;
  if (!title || !href || href === window.location.pathname) return null;
  return (
    <ButtonLink component="a" href={href} mt="sm" size="xs" {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {title}
    </ButtonLink>
  );
}

export const Note = ({ children }: { children: ReactNode }) => (
  <Text fz="xs" c="dimmed">
    {children}
  </Text>
);

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={40} px="md">
      <Stack align="center" gap={6} maw={440}>
        <Text fw={600} ta="center">
          {title}
        </Text>
        {children && (
          <Text c="dimmed" fz="sm" ta="center" component="div">
            {children}
          </Text>
        )}
        {action && (
          <Group mt="xs" justify="center">
            {action}
          </Group>
        )}
      </Stack>
    </Center>
  );
}

export function Loading({ height = 160 }: { height?: number | string }) {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
    </div>
  );
}

/** Polls renew data sooner. */
const oldMs = 120_000;

/** Data from before this view count as old while they load again. A poll of shown data does not. */
export function useIsOld({ isFetching, dataUpdatedAt }: { isFetching: boolean; dataUpdatedAt: number }, isPolled = true): boolean {
  const shownAt = useRef(0);
  if (!isFetching) shownAt.current = dataUpdatedAt;
  const isCurrent = isPolled && dataUpdatedAt === shownAt.current && Date.now() - dataUpdatedAt < oldMs;
  return isFetching && dataUpdatedAt > 0 && !isCurrent;
}

export const Updating = () => (
  <span className="updating" role="status">
    Updating…
  </span>
);

export const Part = ({ isOld, children }: { isOld: boolean; children: ReactNode }) => (
  <>
    {isOld && <Updating />}
    <div className="part" aria-busy={isOld}>
      {children}
    </div>
  </>
);

export function Loaded<T>({
  query,
  height,
  children,
}: {
  query: UseQueryResult<T>;
  height?: number | string;
  children: (data: T) => ReactNode;
}) {
  const isOld = useIsOld(query);
  if (query.data !== undefined)
    return (
      <>
        <Stale query={query} />
        <Part isOld={isOld}>{children(query.data)}</Part>
      </>
    );
  if (query.isError) return <Problem error={query.error} retry={() => query.refetch()} />;
  return <Loading {...(height !== undefined && { height })} />;
}

export function Stale({ query: { isError, error, data, dataUpdatedAt, refetch } }: { query: UseQueryResult<unknown> }) {
  const { zone } = useScope();
  if (!isError || data === undefined) return null;
  const at = timeText(new Date(dataUpdatedAt).toISOString(), zone);
  return <Problem title={`This could not be updated. It is as of ${at}`} error={error} retry={() => refetch()} />;
}

export function Section({
  title,
  about,
  actions,
  children,
  padding = 'md',
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  padding?: 'md' | 0;
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Group justify="space-between" p="md" pb={padding === 0 ? 'xs' : 0} gap="xs">
        <div>
          <Title order={2} fz={16}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" fz="sm" component="div">
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <div className={padding === 0 ? 'flush' : 'padded'}>{children}</div>
    </Paper>
  );
}

export const More = ({ of: { hasNextPage, fetchNextPage } }: { of: { hasNextPage: boolean; fetchNextPage: () => unknown } }) =>
  hasNextPage && (
    <Group p="md">
      <Button variant="default" onClick={() => fetchNextPage()}>
        Load more
      </Button>
    </Group>
  );

export const Scroll = ({ minWidth, label = 'Table', children }: { minWidth: number; label?: string; children: ReactNode }) => (
  <section
    className="scroll"
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a person scrolls this region by keyboard.
    tabIndex={0}
  >
    <div style={{ ['--least-width' as string]: `${minWidth}px` }}>{children}</div>
  </section>
);
