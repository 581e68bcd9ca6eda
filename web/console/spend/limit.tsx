import { Text } from '@mantine/core';
import { ApiError } from '../core/api.ts';
import { Problem } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

/** Waits of more than a minute are said as a time. */
export function Limit({ error, retry }: { error: unknown; retry: () => void }) {
  const seconds = error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 0) : 0;
  if (error instanceof ApiError && error.status === 413)
    return <Problem error={new Error('The file is too large. Export fewer days at a time.')} />;
  if (seconds <= 60) return <Problem error={error} retry={retry} title="This could not be done" />;
  return (
    <>
      <Problem
        title="All imports of today are used"
        error={new Error('An account has 20 imports a day. The file was not imported.')}
      />
      <Text fz="sm" mt="xs">
        The next one is possible at <Time at={new Date(Date.now() + seconds * 1000).toISOString()} />.
      </Text>
    </>
  );
}
