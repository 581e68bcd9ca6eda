import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActivityTable } from '../../kit/activity.tsx';
import { Listed, useList } from '../../kit/list.tsx';
import { Empty, Section } from '../../kit/page.tsx';
import { operate } from '../api.ts';

/** Each view is an audit entry, so the activity loads on request. */
export function UserActivity({ userId }: { userId: number }) {
  const [isShown, setShown] = useState(false);
  return (
    <Section
      title="Activity"
      about="What the user, keys and operators did to the account in the last 400 days. Your view is recorded."
      padding={isShown ? 0 : 'md'}
    >
      {isShown ? (
        <Entries userId={userId} />
      ) : (
        <Button variant="default" onClick={() => setShown(true)}>
          Show the activity
        </Button>
      )}
    </Section>
  );
}

function Entries({ userId }: { userId: number }) {
  const log = useList(['operators', 'activity', userId], (page, signal) =>
    operate('listAccountActivity', { query: { user_id: userId, limit: 20, ...page } as never }, { signal }),
  );
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Listed query={log} rows={entries} height={160} empty={<Empty title="No activity">Nothing is noted of this account.</Empty>}>
      <ActivityTable entries={entries} />
    </Listed>
  );
}
