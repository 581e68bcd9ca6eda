import { Text } from '@mantine/core';
import { ApiError, type Limit as LimitOfRequests } from '../core/api.ts';
import { countText } from '../kit/money.ts';
import { Problem } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

/** Waits of more than a minute are shown as a time of day. */
export function Limit({ error, retry }: { error: unknown; retry: () => void }) {
  const limited = error instanceof ApiError && error.status === 429 ? error : null;
  const seconds = limited?.retryAfterSeconds ?? 0;
  if (error instanceof ApiError && error.status === 413)
    return <Problem error={new Error('The file is too large. Export fewer days at a time.')} />;
  if (!limited || seconds <= 60) return <Problem error={error} retry={retry} title="This could not be done" />;
  const { title, text } = textsOf(limited.limit);
  return (
    <>
      <Problem title={title} error={new Error(text)} />
      <Text fz="sm" mt="xs">
        The next one is possible at <Time at={new Date(Date.now() + seconds * 1000).toISOString()} />.
      </Text>
    </>
  );
}

function textsOf(limit: LimitOfRequests | null): { title: string; text: string } {
  const end = 'The file was not imported.';
  if (limit?.name === 'spend-imports')
    return {
      title: 'All imports of today are used',
      text: `An account has ${countText(limit.count)} imports a day. ${end}`,
    };
  if (limit?.name === 'uploads')
    return {
      title: 'All uploads of this hour are used',
      text: `An account has ${countText(limit.count)} uploads an hour. ${end}`,
    };
  return { title: 'Too many requests', text: `The service limits how often this can be done. ${end}` };
}
